/* The eye goes round the sixteen channels and the supply, each first dark, then lit. What is left of
 * lit minus dark is the sensor's own light; lamps and daylight fall out of the difference. */
#ifndef SCAN_H
#define SCAN_H

#include <stdint.h>

#include "generated/channels.h"

struct scan {
    uint16_t dark[CHANNELS], lit[CHANNELS]; /* counts, of the last time round */
    uint16_t mean[DIE_CHANNELS];            /* lit minus dark, averaged over 16 rounds, in sixteenths */
    uint16_t supply_mv;
    uint16_t switched_at;
    uint8_t channel, is_lit, settle_ms, rounds; /* rounds: counts up to 255 and stays */
};

void scan_start(struct scan *scan, uint8_t settle_ms);

/* Once a millisecond. Says whether a round has just been completed. */
uint8_t scan_tick(struct scan *scan);

/* Lit minus dark in counts, never negative. */
uint16_t scan_signal(const struct scan *scan, uint8_t channel);

#endif
