/* Constant tables stay in flash: on the AVR they must be read with a special instruction, on other
 * boards they are ordinary memory. */
#ifndef FLASH_H
#define FLASH_H

#include <stdint.h>

#ifdef __AVR__
#include <avr/pgmspace.h>
#define FLASH PROGMEM
#define flash_byte(address) pgm_read_byte(address)
#define flash_pointer(address) ((const char *)pgm_read_ptr(address))
#else
#define FLASH
#define flash_byte(address) (*(const uint8_t *)(address))
#define flash_pointer(address) (*(address))
#endif

#endif
