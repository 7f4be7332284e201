/* The decoder on 100,000 made-up pictures: half of them noise, half of them templates with errors. The
 * same program for the chip and for the host; it says the face read in each, and a check sum over all
 * distances at the end. The two outputs must be the same. */
#include <stdint.h>

#include "core/crc.h"
#include "core/decode.h"
#include "generated/templates.h"

#ifdef __AVR__
#include <avr/io.h>
#define VECTORS 100000UL
static void start(void)
{
    UBRR0 = 25; /* 38400 baud at 16 MHz */
    UCSR0B = 1 << TXEN0;
}
static void put(char letter)
{
    while (!(UCSR0A & 1 << UDRE0))
        ;
    UDR0 = (uint8_t)letter;
}
#else
#include <stdio.h>
#define VECTORS 100000UL
static void start(void) {}
static void put(char letter) { putchar(letter); }
#endif

static uint32_t state = 2463534242u;

static uint8_t random_byte(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return (uint8_t)(state >> 11);
}

static void make_up(uint8_t signals[POCKET_SENSORS])
{
    uint8_t noise = random_byte();
    const uint8_t *template = templates[(uint16_t)(random_byte() * 256u + random_byte()) % TEMPLATES];
    for (uint8_t i = 0; i < POCKET_SENSORS; i++) {
        uint8_t random = random_byte();
        int16_t value = (int16_t)flash_byte(&template[i]) + random % 81 - 40;
        signals[i] = noise & 1 ? random : value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value;
    }
}

int main(void)
{
    uint16_t crc = CRC_START;
    uint8_t signals[POCKET_SENSORS];
    start();
    for (uint32_t n = 0; n < VECTORS; n++) {
        make_up(signals);
        struct reading reading = decode(signals);
        uint16_t numbers[2] = {reading.best, reading.second};
        for (uint8_t i = 0; i < 2; i++) {
            crc = crc_add(crc, (uint8_t)numbers[i]);
            crc = crc_add(crc, (uint8_t)(numbers[i] >> 8));
        }
        crc = crc_add(crc, reading.doubt);
        put((char)('0' + reading.face));
    }
    for (int8_t shift = 12; shift >= 0; shift -= 4)
        put("0123456789ABCDEF"[crc >> shift & 15]);
    put('\n');
#ifdef __AVR__
    for (;;)
        ;
#endif
    return 0;
}
