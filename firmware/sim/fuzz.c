/* Throws rubbish at the firmware's frame reader and request handling: random bytes, and frames of the host
 * that were damaged in every way a line can damage them. Prints how many bytes were read and how many frames were
 * still taken for sound. Built with the sanitizers: a wrong access ends it with a report.
 *
 * usage: tower-fuzz BYTES FRAMES SEED */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/frame.h"
#include "core/tower.h"
#include "sim/engine.h"
#include "sim/world.h"

static unsigned long said;

void control_send(uint8_t byte)
{
    said += byte == '$';
}

static unsigned pick(unsigned below)
{
    return (unsigned)(world_random() * below);
}

static void feed(const char *text, unsigned length)
{
    for (unsigned i = 0; i < length; i++)
        engine_receive((uint8_t)text[i]);
    engine_run(engine_cycles() + 25 * CYCLES_PER_MS);
}

static unsigned sound_request(char *text)
{
    struct message message = {.what = (uint8_t)pick(MESSAGE_RECEIVED + 1)};
    struct frame_id id = {(uint16_t)pick(3), (uint16_t)pick(256), ID_REQUEST};
    if (message.what == MESSAGE_RECEIVED)
        id.kind = ID_EVENT;
    for (int i = 0; i < MESSAGE_ARGS; i++)
        message.args[i] = pick(3);
    return frame_write(text, id, &message);
}

static unsigned mutate(char *text, unsigned length)
{
    for (unsigned n = 1 + pick(4); n; n--) {
        unsigned at = pick(length);
        switch (pick(5)) {
        case 0:
            text[at] ^= (char)(1 << pick(8));
            break;
        case 1:
            text[at] = (char)pick(256);
            break;
        case 2:
            text[at] = (char)('0' + pick(10));
            break;
        case 3:
            memmove(text + at, text + at + 1, length - at - 1);
            length--;
            break;
        default:
            length = at + 1;
        }
        if (length < 2)
            break;
    }
    return length;
}

int main(int argc, char **argv)
{
    unsigned long bytes = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
    unsigned long frames = argc > 2 ? strtoul(argv[2], NULL, 10) : 10000;
    unsigned long taken = 0, changed = 0;
    struct frame_reader reader = {.length = 0};
    char text[PROTOCOL_FRAME_LIMIT], original[PROTOCOL_FRAME_LIMIT];

    world_start(argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
    engine_open(NULL);
    engine_power(1);
    for (unsigned long n = 0; n < bytes; n++) {
        static const char likely[] = "$,*.-0123456789ABCDEF\r\nARMTOKHIQLNUDSTCG";
        uint8_t byte = pick(2) ? (uint8_t)pick(256) : (uint8_t)likely[pick(sizeof likely - 1)];
        taken += frame_read(&reader, byte) == FRAME_WHOLE;
        if (n % 8 == 0) { /* an eighth also goes to a whole tower */
            engine_receive(byte);
            if (n % 256 == 0)
                engine_run(engine_cycles() + 8 * CYCLES_PER_MS);
        }
    }
    memset(&reader, 0, sizeof reader);
    for (unsigned long n = 0; n < frames; n++) {
        unsigned length = sound_request(text), before = length;
        memcpy(original, text, sizeof text);
        length = mutate(text, length);
        for (unsigned i = 0; i < length; i++)
            if (frame_read(&reader, (uint8_t)text[i]) == FRAME_WHOLE)
                changed += reader.length != before - 3 || memcmp(reader.text, original + 1, reader.length) != 0;
        if (n % 64 == 0)
            feed(text, length);
    }
    printf("%lu random bytes: %lu taken for frames; ", bytes, taken);
    printf("%lu damaged frames: %lu taken though changed; the tower said %lu frames\n", frames, changed, said);
    return 0;
}
