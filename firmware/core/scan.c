#include "core/scan.h"

#include "hal/hal.h"

/* The chip compares its supply with a reference of 1.1 V: counts = 1100 * 1024 / supply. */
#define SUPPLY_SCALE (1100UL * 1024UL)

static void turn_to(struct scan *scan, uint8_t channel, uint8_t lit)
{
    scan->channel = channel;
    scan->is_lit = lit;
    hal_select(channel, lit);
    scan->switched_at = hal_now();
}

void scan_start(struct scan *scan, uint8_t settle_ms)
{
    scan->settle_ms = settle_ms;
    scan->rounds = 0;
    scan->supply_mv = 0;
    turn_to(scan, 0, 0);
}

uint16_t scan_signal(const struct scan *scan, uint8_t channel)
{
    uint16_t lit = scan->lit[channel], dark = scan->dark[channel];
    return lit > dark ? lit - dark : 0;
}

static void complete(struct scan *scan)
{
    for (uint8_t n = 0; n < DIE_CHANNELS; n++) {
        uint16_t signal = scan_signal(scan, n);
        if (scan->rounds == 0)
            scan->mean[n] = signal * 16;
        else
            scan->mean[n] += signal - (scan->mean[n] + 8) / 16;
    }
    if (scan->rounds < UINT8_MAX)
        scan->rounds++;
}

uint8_t scan_tick(struct scan *scan)
{
    /* A whole millisecond more than asked for, because the clock may have ticked just after switching. */
    if ((uint16_t)(hal_now() - scan->switched_at) <= scan->settle_ms)
        return 0;
    uint16_t counts = hal_sample();
    if (scan->channel == HAL_SUPPLY) {
        scan->supply_mv = counts ? (uint16_t)(SUPPLY_SCALE / counts) : 0;
        turn_to(scan, 0, 0);
        complete(scan);
        return 1;
    }
    if (!scan->is_lit) {
        scan->dark[scan->channel] = counts;
        turn_to(scan, scan->channel, 1);
    } else {
        scan->lit[scan->channel] = counts;
        turn_to(scan, scan->channel + 1, 0);
    }
    return 0;
}
