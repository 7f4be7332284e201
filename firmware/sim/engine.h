/* Something that runs the tower's firmware against the simulated world. There are two: the core
 * compiled for the host, and the chip's own program in simavr. Time is counted in cycles of 16 MHz. */
#ifndef ENGINE_H
#define ENGINE_H

#include <stdint.h>

#define CYCLES_PER_MS 16000u
#define MEMORY_SIZE 1024

/* program: path of the chip's program, for the engine that needs one. Exits with a sentence on failure. */
void engine_open(const char *program);
void engine_power(int on);           /* off in the middle of a write spoils the byte being written */
void engine_reset(void);             /* the reset line */
void engine_run(uint64_t until);     /* in cycles since the start; passes even while the power is off */
uint64_t engine_cycles(void);
void engine_receive(uint8_t byte);   /* from the host to the tower */
void engine_memory(uint8_t *bytes, int write); /* the memory that survives; only while the power is off */
void engine_supply(int millivolts);
void engine_hang(void);              /* the main loop stops: the watchdog must bite */

unsigned engine_stack(void);         /* most bytes of stack used so far; 0: not known */

/* provided by control.c: a byte from the tower */
void control_send(uint8_t byte);

#endif
