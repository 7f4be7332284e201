/* Everything the portable core needs from a board. There are two boards: the AVR and the host.
 *
 * A board converts the analog input once a millisecond, by itself; hal_sample() is the newest result.
 * Nothing here waits. */
#ifndef HAL_H
#define HAL_H

#include <stdint.h>

enum { HAL_SUPPLY = 16 }; /* the channel after the sixteen addresses: the chip's own reference */

uint16_t hal_now(void); /* milliseconds, wraps */

/* The eye: address a channel (its LED lit or not), and the newest conversion, 0 to 1023 counts. */
void hal_select(uint8_t channel, uint8_t lit);
uint16_t hal_sample(void);

/* The light barriers: bit 0 left, bit 1 right. */
uint8_t hal_beams(void);        /* broken now */
uint8_t hal_beams_passed(void); /* were broken since the last call, however shortly */

void hal_motor(uint8_t on);
void hal_status(uint8_t on);

/* The memory that survives: one byte at a time, a write takes about 4 ms. */
uint8_t hal_memory_ready(void);
uint8_t hal_memory_read(uint16_t address);
void hal_memory_write(uint16_t address, uint8_t value);

/* The serial line. */
int16_t hal_receive(void);    /* a byte, or -1 */
uint8_t hal_send_room(void);  /* bytes that fit now */
void hal_send(uint8_t value); /* only while there is room */

uint8_t hal_reset_cause(void); /* RESET_... of messages.h */
void hal_watchdog(void);       /* still alive: to be called at least once a second */

#endif
