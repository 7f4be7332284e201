/* The eye goes round the sixteen channels, first all dark, then all lit. What is left of lit minus dark is
 * the sensor's own light; lamps and daylight fall out of the difference. Lamps flicker with twice the mains
 * frequency, so every channel's two looks are 50 ms apart: 5 flickers at 100 Hz, 6 at 120 Hz. The last
 * look of a round is at the chip's own supply. Between two rounds there is time to think. */
#ifndef SCAN_H
#define SCAN_H

#include <stdint.h>

#include "generated/channels.h"

struct scan {
    uint16_t dark[CHANNELS], lit[CHANNELS]; /* counts, of the last time round */
    uint16_t mean[DIE_CHANNELS];            /* lit minus dark, averaged over 16 rounds, in sixteenths */
    uint16_t supply_mv;
    uint16_t began_at;
    uint8_t look, settle_ms, rounds; /* rounds: counts up to 255 and stays */
};

void scan_start(struct scan *scan, uint8_t settle_ms);

/* Once a millisecond. Says whether a round has just been completed. */
uint8_t scan_tick(struct scan *scan);

/* Lit minus dark in counts, never negative. */
uint16_t scan_signal(const struct scan *scan, uint8_t channel);

#endif
