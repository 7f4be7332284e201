#include "core/crc.h"
#include "core/frame.h"

struct writer {
    char *end;
    uint16_t crc;
};

static void put(struct writer *writer, char letter)
{
    *writer->end++ = letter;
    writer->crc = crc_add(writer->crc, (uint8_t)letter);
}

static void put_flash(struct writer *writer, const char *text)
{
    for (char letter; (letter = (char)flash_byte(text)); text++)
        put(writer, letter);
}

static void put_decimal(struct writer *writer, uint32_t value)
{
    char digits[10];
    uint8_t count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    while (count)
        put(writer, digits[--count]);
}

static void put_hex(struct writer *writer, uint32_t value, uint8_t digits)
{
    while (digits--) {
        uint8_t digit = value >> (4 * digits) & 15;
        put(writer, (char)(digit < 10 ? '0' + digit : 'A' + digit - 10));
    }
}

static void put_word(struct writer *writer, uint8_t set, uint32_t index)
{
    const char *word = flash_pointer(&message_words[set]);
    while (index--)
        while (flash_byte(word++))
            ;
    put_flash(writer, word);
}

static void put_id(struct writer *writer, struct frame_id id)
{
    if (id.kind == ID_NONE) {
        put(writer, '-');
        return;
    }
    if (id.kind == ID_EVENT) {
        put_decimal(writer, id.boot);
        put(writer, '.');
    }
    put_decimal(writer, id.number);
}

uint8_t frame_write(char *text, struct frame_id id, const struct message *message)
{
    const struct message_spec *spec = &message_specs[message->what];
    struct writer writer = {text, CRC_START};
    *writer.end++ = '$';
    put_flash(&writer, spec->type);
    put(&writer, ',');
    put_id(&writer, id);
    char kind;
    for (uint8_t i = 0; (kind = (char)flash_byte(&spec->fields[i])); i++) {
        put(&writer, ',');
        if (kind == 'x')
            put_hex(&writer, message->args[i], 4);
        else if (kind == 'y')
            put_hex(&writer, message->args[i], 8);
        else if (kind >= 'A' && kind <= 'Z')
            put_word(&writer, (uint8_t)(kind - 'A'), message->args[i]);
        else
            put_decimal(&writer, message->args[i]);
    }
    uint16_t crc = writer.crc;
    put(&writer, '*');
    put_hex(&writer, crc, 4);
    put(&writer, '\r');
    put(&writer, '\n');
    return (uint8_t)(writer.end - text);
}
