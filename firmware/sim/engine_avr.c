/* The chip's own program in simavr. Linked with libsimavr, which is under the GPL 3: so is the binary
 * made from this file. It is a tool for tests and is not part of the firmware or of the host. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_adc.h>
#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

#include "generated/channels.h"
#include "generated/sim_pins.h"
#include "sim/engine.h"
#include "sim/world.h"

_Static_assert(SIM_BEAM_LEFT_PORT == SIM_BEAM_RIGHT_PORT, "both beams are on one port");

enum { /* of the ATmega328P, as data addresses */
    EECR_ADDRESS = 0x3F,
    EEPE = 2,
    EEAR_ADDRESS = 0x41,
    MCUSR_ADDRESS = 0x54,
    PORF = 1,
    EXTRF = 2,
    SP_ADDRESS = 0x5D,
    RAM_START = 0x100,
};

static avr_t *avr;
static elf_firmware_t firmware;
static avr_irq_t *uart_in, *adc_in, *beam_pins[2];
static uint8_t memory[MEMORY_SIZE], address, lit, beams_before;
static uint8_t incoming[65536];
static unsigned head, tail;
static unsigned lowest_stack = 0xFFFF;
static int powered, line_ready, supply = SUPPLY_MV;
static uint64_t passed; /* cycles before the present power-up, and with the power off */

static double now_us(void)
{
    return (double)engine_cycles() / 16;
}

uint64_t engine_cycles(void)
{
    return powered ? passed + avr->cycle : passed;
}

/* ---- wires */

static void on_uart(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    control_send((uint8_t)value);
}

static void on_line(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)value;
    line_ready = param != NULL;
}

static void on_address(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    uint8_t bit = (uint8_t)(uintptr_t)param;
    address = value ? address | 1 << bit : address & ~(1 << bit);
    world_select(now_us(), address, lit);
}

static void on_led(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    lit = value & 1;
    world_select(now_us(), address, lit);
}

static void on_motor(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    world_motor(now_us(), value & 1);
}

static void on_conversion(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    union {
        avr_adc_mux_t mux;
        uint32_t value;
    } trigger = {.value = value};
    if (trigger.mux.kind == ADC_MUX_SINGLE)
        avr_raise_irq(adc_in + trigger.mux.src, (uint32_t)world_sense_mv(now_us()));
}

static avr_irq_t *pin(char port, int bit)
{
    return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit);
}

static void connect(void)
{
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_uart, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), on_line, &line_ready);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), on_line, NULL);
    avr_irq_register_notify(pin(SIM_ADDRESS_0_PORT, SIM_ADDRESS_0_BIT), on_address, (void *)0);
    avr_irq_register_notify(pin(SIM_ADDRESS_1_PORT, SIM_ADDRESS_1_BIT), on_address, (void *)1);
    avr_irq_register_notify(pin(SIM_ADDRESS_2_PORT, SIM_ADDRESS_2_BIT), on_address, (void *)2);
    avr_irq_register_notify(pin(SIM_ADDRESS_3_PORT, SIM_ADDRESS_3_BIT), on_address, (void *)3);
    avr_irq_register_notify(pin(SIM_LED_ENABLE_PORT, SIM_LED_ENABLE_BIT), on_led, NULL);
    avr_irq_register_notify(pin(SIM_MOTOR_PORT, SIM_MOTOR_BIT), on_motor, NULL);
    beam_pins[0] = pin(SIM_BEAM_LEFT_PORT, SIM_BEAM_LEFT_BIT);
    beam_pins[1] = pin(SIM_BEAM_RIGHT_PORT, SIM_BEAM_RIGHT_BIT);
    adc_in = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0);
    avr_irq_t *trigger = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER);
    avr_irq_register_notify(trigger, on_conversion, NULL);
}

/* ---- engine.h */

static void do_not_sleep(avr_t *which, avr_cycle_count_t cycles)
{
    (void)which, (void)cycles; /* control.c does the pacing */
}

void engine_open(const char *program)
{
    if (!program || elf_read_firmware(program, &firmware)) {
        const char *name = program ? program : "(none given)";
        fprintf(stderr, "simavr: cannot read the program %s: run `make simulators`\n", name);
        exit(2);
    }
    memset(memory, 0xFF, sizeof memory);
}

static void start_chip(void)
{
    strcpy(firmware.mmcu, SIM_MCU);
    firmware.frequency = SIM_CLOCK_HZ;
    firmware.vcc = firmware.avcc = firmware.aref = SUPPLY_MV;
    avr = avr_make_mcu_by_name(SIM_MCU);
    avr_init(avr);
    avr_load_firmware(avr, &firmware);
    avr->avcc = (uint32_t)supply;
    avr->log = LOG_ERROR;
    avr->sleep = do_not_sleep;
    connect();
}

/* The barriers hold their lines; without saying so, every write to the port would let simavr set them to what
 * an open pin reads. */
static void drive_beams(uint8_t broken)
{
    const char ports[2] = {SIM_BEAM_LEFT_PORT, SIM_BEAM_RIGHT_PORT};
    const int bits[2] = {SIM_BEAM_LEFT_BIT, SIM_BEAM_RIGHT_BIT};
    avr_ioport_external_t line = {.name = (unsigned char)ports[0]};
    for (int i = 0; i < 2; i++) {
        line.mask |= 1u << bits[i];
        line.value |= (unsigned)!(broken >> i & 1) << bits[i];
    }
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(ports[0]), &line);
    for (int i = 0; i < 2; i++)
        avr_raise_irq(beam_pins[i], !(broken >> i & 1));
    beams_before = broken;
}

static void restart(uint8_t cause)
{
    avr_eeprom_desc_t image = {.ee = memory, .offset = 0, .size = sizeof memory};
    avr_reset(avr);
    for (unsigned i = RAM_START; i <= avr->ramend; i++)
        avr->data[i] = (uint8_t)(world_random() * 256); /* RAM after power-up is anything */
    avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &image);
    avr->data[MCUSR_ADDRESS] = cause;
    head = tail = 0;
    line_ready = 1;
    drive_beams(beams_before);
}

static void keep_memory(void)
{
    avr_eeprom_desc_t image = {.ee = memory, .offset = 0, .size = sizeof memory};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &image);
}

void engine_power(int on)
{
    if (on && !powered) {
        if (!avr)
            start_chip();
        restart(PORF);
        passed -= avr->cycle;
        powered = 1;
    } else if (!on && powered) {
        keep_memory();
        unsigned at = avr->data[EEAR_ADDRESS] | avr->data[EEAR_ADDRESS + 1] << 8;
        if (avr->data[EECR_ADDRESS] & EEPE)
            memory[at % MEMORY_SIZE] = (uint8_t)(world_random() * 256);
        passed += avr->cycle;
        powered = 0;
        world_motor(now_us(), 0);
    }
}

void engine_reset(void)
{
    if (!powered)
        return;
    uint64_t before = avr->cycle;
    keep_memory();
    restart(EXTRF);
    passed += before - avr->cycle;
}

void engine_receive(uint8_t byte)
{
    if (powered)
        incoming[head++ % sizeof incoming] = byte;
}

void engine_memory(uint8_t *bytes, int write)
{
    if (write)
        memcpy(memory, bytes, sizeof memory);
    else
        memcpy(bytes, memory, sizeof memory);
}

void engine_supply(int millivolts)
{
    supply = millivolts;
    if (avr)
        avr->avcc = (uint32_t)millivolts;
}

unsigned engine_stack(void)
{
    return avr && lowest_stack < avr->ramend ? avr->ramend - lowest_stack : 0;
}

void engine_hang(void)
{
    enum { LOOP = 0x7FFE }; /* the last word of flash: rjmp to itself */
    if (!powered)
        return;
    avr->flash[LOOP] = 0xFF;
    avr->flash[LOOP + 1] = 0xCF;
    avr->sreg[S_I] = 0;
    avr->state = cpu_Running;
    avr->pc = LOOP;
}

static void one_slice(uint64_t until)
{
    uint8_t broken = world_beams(now_us());
    if (broken != beams_before)
        drive_beams(broken);
    while (line_ready && tail != head)
        avr_raise_irq(uart_in, incoming[tail++ % sizeof incoming]);
    while (engine_cycles() < until) {
        int state = avr_run(avr);
        unsigned stack = avr->data[SP_ADDRESS] | avr->data[SP_ADDRESS + 1] << 8;
        if (stack < lowest_stack)
            lowest_stack = stack;
        if (state == cpu_Done || state == cpu_Crashed) {
            fprintf(stderr, "simavr: the chip's program stopped (state %d) at %#x\n", state, avr->pc);
            exit(3);
        }
    }
}

void engine_run(uint64_t until)
{
    while (engine_cycles() < until) {
        uint64_t next = engine_cycles() + CYCLES_PER_MS;
        if (next > until)
            next = until;
        if (powered) {
            one_slice(next);
        } else {
            passed = next;
            world_beams(now_us());
        }
    }
}
