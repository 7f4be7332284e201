#include "core/scan.h"

#include <string.h>

#include "hal/hal.h"

enum {
    FLICKER_MS = 50, /* a whole number of flickers of lamps on 50 Hz and on 60 Hz */
    SUPPLY_LOOK = 2 * CHANNELS,
    RESTING, /* until the next round is begun */
};

/* The chip compares its supply with a reference of 1.1 V: counts = 1100 * 1024 / supply. */
#define SUPPLY_SCALE (1100UL * 1024UL)

static void turn_to(struct scan *scan, uint8_t look)
{
    scan->look = look;
    if (look == SUPPLY_LOOK)
        hal_select(HAL_SUPPLY, 0);
    else
        hal_select(look % CHANNELS, look >= CHANNELS);
}

void scan_start(struct scan *scan, uint8_t settle_ms)
{
    memset(scan, 0, sizeof *scan);
    scan->settle_ms = settle_ms;
    scan->look = RESTING;
}

uint16_t scan_signal(const struct scan *scan, uint8_t channel)
{
    uint16_t lit = scan->lit[channel], dark = scan->dark[channel];
    return lit > dark ? lit - dark : 0;
}

/* When a look is due, in milliseconds since the round began. A look takes a millisecond more than it
 * needs to settle, because the clock may tick just after switching. */
static uint16_t due(const struct scan *scan, uint8_t look)
{
    uint16_t pace = scan->settle_ms + 1;
    if (look < CHANNELS)
        return (look + 1) * pace;
    uint16_t apart = FLICKER_MS;
    while (apart < CHANNELS * pace)
        apart += FLICKER_MS;
    return apart + (look - CHANNELS + 1) * pace;
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
    if (scan->look == RESTING) {
        turn_to(scan, 0);
        scan->began_at = hal_now();
        return 0;
    }
    if ((uint16_t)(hal_now() - scan->began_at) < due(scan, scan->look))
        return 0;
    uint16_t counts = hal_sample();
    if (scan->look == SUPPLY_LOOK) {
        scan->supply_mv = counts ? (uint16_t)(SUPPLY_SCALE / counts) : 0;
        scan->look = RESTING;
        complete(scan);
        return 1;
    }
    if (scan->look < CHANNELS)
        scan->dark[scan->look] = counts;
    else
        scan->lit[scan->look - CHANNELS] = counts;
    turn_to(scan, scan->look + 1);
    return 0;
}
