#include "core/crc.h"

uint16_t crc_add(uint16_t crc, uint8_t byte)
{
    crc ^= (uint16_t)(byte << 8);
    for (uint8_t bit = 0; bit < 8; bit++)
        crc = crc & 0x8000 ? (uint16_t)(crc << 1) ^ 0x1021 : (uint16_t)(crc << 1);
    return crc;
}

uint16_t crc_of(const void *data, uint8_t length)
{
    const uint8_t *bytes = data;
    uint16_t crc = CRC_START;
    while (length--)
        crc = crc_add(crc, *bytes++);
    return crc;
}
