/* The board layer of the ATmega328P. Once a millisecond timer 0 starts a conversion; its end wakes the
 * main loop. Bytes come and go through two rings. The main loop sleeps whenever there is nothing to do. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "core/tower.h"
#include "generated/messages.h"
#include "generated/pins.h"
#include "hal/hal.h"

#define RING 128 /* a power of two; longer than a frame */
#define BIT(name) (1 << name##_BIT)

static volatile uint16_t ticks, sample;
static volatile uint8_t beams_passed;
static uint8_t reset_flags __attribute__((section(".noinit")));
static struct tower tower;

struct ring {
    volatile uint8_t head, tail; /* the head is moved by one side only, the tail by the other */
    uint8_t bytes[RING];
};
static struct ring incoming, outgoing;

/* Before anything else: after a watchdog reset the watchdog is still running, and fast. */
void early_init(void) __attribute__((naked, used, section(".init3")));
void early_init(void)
{
    reset_flags = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

/* ---- rings */

static uint8_t ring_used(const struct ring *ring)
{
    return (uint8_t)(ring->head - ring->tail) & (RING - 1);
}

static void ring_put(struct ring *ring, uint8_t value)
{
    uint8_t next = (ring->head + 1) & (RING - 1);
    if (next == ring->tail)
        return; /* full: the frame's check sum will tell */
    ring->bytes[ring->head] = value;
    ring->head = next;
}

static uint8_t ring_take(struct ring *ring)
{
    uint8_t value = ring->bytes[ring->tail];
    ring->tail = (ring->tail + 1) & (RING - 1);
    return value;
}

/* ---- interrupts: they record, the main loop acts */

ISR(TIMER0_COMPA_vect)
{
    ADCSRA |= 1 << ADSC;
}

ISR(ADC_vect)
{
    sample = ADC;
    ticks++;
}

ISR(INT0_vect)
{
    beams_passed |= 1;
}

ISR(INT1_vect)
{
    beams_passed |= 2;
}

ISR(USART_RX_vect)
{
    ring_put(&incoming, UDR0);
}

ISR(USART_UDRE_vect)
{
    if (ring_used(&outgoing))
        UDR0 = ring_take(&outgoing);
    else
        UCSR0B &= ~(1 << UDRIE0);
}

/* ---- hal.h */

uint16_t hal_now(void)
{
    uint16_t now;
    cli();
    now = ticks;
    sei();
    return now;
}

uint16_t hal_sample(void)
{
    uint16_t value;
    cli();
    value = sample;
    sei();
    return value;
}

static void drive(volatile uint8_t *port, uint8_t bits, uint8_t on)
{
    if (on)
        *port |= bits;
    else
        *port &= ~bits;
}

void hal_select(uint8_t channel, uint8_t lit)
{
    drive(&LED_ENABLE_PORT, BIT(LED_ENABLE), 0); /* never lit while the address changes */
    ADMUX = 1 << REFS0 | (channel == HAL_SUPPLY ? 14 : SENSE_ADC); /* 14: the chip's reference of 1.1 V */
    drive(&ADDRESS_0_PORT, BIT(ADDRESS_0), channel & 1);
    drive(&ADDRESS_1_PORT, BIT(ADDRESS_1), channel & 2);
    drive(&ADDRESS_2_PORT, BIT(ADDRESS_2), channel & 4);
    drive(&ADDRESS_3_PORT, BIT(ADDRESS_3), channel & 8);
    drive(&LED_ENABLE_PORT, BIT(LED_ENABLE), lit);
}

uint8_t hal_beams(void)
{
    return (BEAM_LEFT_PIN & BIT(BEAM_LEFT) ? 0 : 1) | (BEAM_RIGHT_PIN & BIT(BEAM_RIGHT) ? 0 : 2);
}

uint8_t hal_beams_passed(void)
{
    uint8_t passed;
    cli();
    passed = beams_passed;
    beams_passed = 0;
    sei();
    return passed;
}

void hal_motor(uint8_t on)
{
    drive(&MOTOR_PORT, BIT(MOTOR), on);
}

void hal_status(uint8_t on)
{
    drive(&STATUS_PORT, BIT(STATUS), on);
}

uint8_t hal_memory_ready(void)
{
    return !(EECR & 1 << EEPE);
}

uint8_t hal_memory_read(uint16_t address)
{
    while (!hal_memory_ready())
        ;
    EEAR = address;
    EECR |= 1 << EERE;
    return EEDR;
}

void hal_memory_write(uint16_t address, uint8_t value)
{
    EEAR = address;
    EEDR = value;
    cli(); /* the two must follow each other within four cycles */
    EECR |= 1 << EEMPE;
    EECR |= 1 << EEPE;
    sei();
}

int16_t hal_receive(void)
{
    return ring_used(&incoming) ? ring_take(&incoming) : -1;
}

uint8_t hal_send_room(void)
{
    return RING - 1 - ring_used(&outgoing);
}

void hal_send(uint8_t value)
{
    ring_put(&outgoing, value);
    cli();
    UCSR0B |= 1 << UDRIE0;
    sei();
}

uint8_t hal_reset_cause(void)
{
    if (reset_flags & 1 << WDRF)
        return RESET_WATCHDOG;
    if (reset_flags & 1 << PORF) /* a slow rise of the supply sets BORF too */
        return RESET_POWER;
    if (reset_flags & 1 << BORF)
        return RESET_BROWNOUT;
    return RESET_EXTERNAL;
}

void hal_watchdog(void)
{
    wdt_reset();
}

/* ---- start */

static void start_pins(void)
{
    ADDRESS_0_DDR |= BIT(ADDRESS_0);
    ADDRESS_1_DDR |= BIT(ADDRESS_1);
    ADDRESS_2_DDR |= BIT(ADDRESS_2);
    ADDRESS_3_DDR |= BIT(ADDRESS_3);
    LED_ENABLE_DDR |= BIT(LED_ENABLE);
    MOTOR_DDR |= BIT(MOTOR);
    STATUS_DDR |= BIT(STATUS);
    EICRA = 1 << ISC01 | 1 << ISC11; /* both beams: falling edge */
    EIMSK = 1 << INT0 | 1 << INT1;
}

static void start_serial(void)
{
    UBRR0 = CLOCK_HZ / 16 / PROTOCOL_BAUD - 1;
    UCSR0C = 1 << UCSZ01 | 1 << UCSZ00;
    UCSR0B = 1 << RXEN0 | 1 << TXEN0 | 1 << RXCIE0;
}

static void start_clock(void)
{
    ADCSRA = 1 << ADEN | 1 << ADIE | 7; /* 125 kHz */
    TCCR0A = 1 << WGM01;
    TCCR0B = 1 << CS01 | 1 << CS00; /* 250 kHz */
    OCR0A = CLOCK_HZ / 64 / 1000 - 1;
    TIMSK0 = 1 << OCIE0A;
}

int main(void)
{
    start_pins();
    start_serial();
    start_clock();
    wdt_enable(WDTO_1S);
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
    tower_start(&tower);
    for (uint16_t worked = ticks;;) {
        tower_work(&tower);
        cli();
        if (ticks == worked && !ring_used(&incoming)) {
            sleep_enable();
            sei(); /* the instruction after sei is always executed: no wake-up is lost */
            sleep_cpu();
            sleep_disable();
        }
        worked = ticks;
        sei();
    }
}
