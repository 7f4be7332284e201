/* CRC-16, polynomial 0x1021, initial value 0xFFFF: Python's binascii.crc_hqx(data, 0xFFFF). */
#ifndef CRC_H
#define CRC_H

#include <stdint.h>

#define CRC_START 0xFFFFu

uint16_t crc_add(uint16_t crc, uint8_t byte);
uint16_t crc_of(const void *data, uint8_t length);

#endif
