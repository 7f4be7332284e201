/* The firmware's core compiled for the host: the board layer of hal.h over the simulated world, and a
 * power switch. A millisecond is a step. */
#include <string.h>

#include "core/tower.h"
#include "generated/messages.h"
#include "hal/hal.h"
#include "sim/engine.h"
#include "sim/world.h"

enum { RING = 128, BYTES_PER_MS = 4, WRITE_MS = 4, WATCHDOG_MS = 1000 };

struct ring {
    uint8_t bytes[RING];
    unsigned head, tail;
};

static struct tower tower;
static struct ring outgoing;
static uint8_t incoming[65536];
static unsigned incoming_head, incoming_tail;
static uint8_t memory[MEMORY_SIZE];
static uint64_t ms, cycles, write_done, fed;
static int powered, hung, supply = SUPPLY_MV;
static uint16_t write_address, sample;
static uint8_t cause, passed, selected;

/* ---- hal.h */

uint16_t hal_now(void) { return (uint16_t)ms; }
uint16_t hal_sample(void) { return sample; }
uint8_t hal_beams(void) { return world_beams(ms * 1e3); }
void hal_status(uint8_t on) { (void)on; }
void hal_motor(uint8_t on) { world_motor(ms * 1e3, on); }
uint8_t hal_reset_cause(void) { return cause; }
void hal_watchdog(void) { fed = ms; }
uint8_t hal_memory_ready(void) { return ms >= write_done; }
uint8_t hal_memory_read(uint16_t address) { return memory[address % MEMORY_SIZE]; }
uint8_t hal_send_room(void) { return (uint8_t)(RING - 1 - (outgoing.head - outgoing.tail)); }

void hal_select(uint8_t channel, uint8_t lit)
{
    selected = channel;
    if (channel != HAL_SUPPLY)
        world_select(ms * 1e3 + 110, channel, lit); /* just after the conversion of this millisecond */
}

uint8_t hal_beams_passed(void)
{
    uint8_t result = passed;
    passed = 0;
    return result;
}

void hal_memory_write(uint16_t address, uint8_t value)
{
    memory[address % MEMORY_SIZE] = value;
    write_address = address;
    write_done = ms + WRITE_MS;
}

int16_t hal_receive(void)
{
    return incoming_tail == incoming_head ? -1 : incoming[incoming_tail++ % sizeof incoming];
}

void hal_send(uint8_t value)
{
    outgoing.bytes[outgoing.head++ % RING] = value;
}

/* ---- engine.h */

void engine_open(const char *program)
{
    (void)program;
    memset(memory, 0xFF, sizeof memory);
}

static void boot(uint8_t why)
{
    cause = why;
    hung = 0;
    passed = 0;
    fed = ms;
    write_done = ms;
    incoming_tail = incoming_head;
    outgoing.head = outgoing.tail = 0;
    world_motor(ms * 1e3, 0);
    tower_start(&tower);
}

void engine_power(int on)
{
    if (on && !powered)
        boot(RESET_POWER);
    if (!on && powered && ms < write_done)
        memory[write_address % MEMORY_SIZE] = (uint8_t)(world_random() * 256);
    powered = on;
}

void engine_reset(void)
{
    if (powered)
        boot(RESET_EXTERNAL);
}

void engine_hang(void) { hung = 1; }
unsigned engine_stack(void) { return 0; }
void engine_supply(int millivolts) { supply = millivolts; }
uint64_t engine_cycles(void) { return cycles; }

void engine_receive(uint8_t byte)
{
    if (powered)
        incoming[incoming_head++ % sizeof incoming] = byte;
}

void engine_memory(uint8_t *bytes, int write)
{
    if (write)
        memcpy(memory, bytes, sizeof memory);
    else
        memcpy(bytes, memory, sizeof memory);
}

static void one_millisecond(void)
{
    uint8_t beams = world_beams(ms * 1e3);
    static uint8_t before;
    passed |= beams & ~before; /* the edge, as the chip's interrupt sees it */
    before = beams;
    double mv = selected == HAL_SUPPLY ? 1100.0 * SUPPLY_MV / supply : world_sense_mv(ms * 1e3 + 100);
    sample = (uint16_t)(mv * 1024 / SUPPLY_MV);
    if (sample > 1023)
        sample = 1023;
    if (!powered)
        return;
    if (!hung)
        tower_work(&tower);
    for (int i = 0; i < BYTES_PER_MS && outgoing.tail != outgoing.head; i++)
        control_send(outgoing.bytes[outgoing.tail++ % RING]);
    if (ms - fed > WATCHDOG_MS)
        boot(RESET_WATCHDOG);
}

void engine_run(uint64_t until)
{
    while (cycles < until) {
        uint64_t next = (ms + 1) * CYCLES_PER_MS;
        if (next > until) {
            cycles = until;
            return;
        }
        cycles = next;
        ms++;
        one_millisecond();
    }
}
