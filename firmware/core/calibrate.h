/* Sensors differ ninefold from part to part. The calibration holds for every channel what it sees of
 * an empty pocket, a white card and a black card; signals are scaled by it before they are compared. */
#ifndef CALIBRATE_H
#define CALIBRATE_H

#include <stdint.h>

#include "core/decode.h"
#include "core/scan.h"
#include "core/store.h"

struct draft {
    uint16_t levels[3][DIE_CHANNELS]; /* empty, white, black: in sixteenths of a count */
    uint8_t taken;                    /* bit n: level n was taken */
};

/* level: 0 empty, 1 white, 2 black. Takes the averaged signals as they are now. */
void calibrate_take(struct draft *draft, uint8_t level, const struct scan *scan);

/* Copies a complete and plausible draft into the settings; 0 when it is not. */
uint8_t calibrate_accept(const struct draft *draft, struct settings *settings);

/* The seven signals of a pocket: black card 0, white card 200. */
void calibrate_scale(const struct settings *settings, const struct scan *scan, uint8_t pocket,
                     uint8_t signals[POCKET_SENSORS]);

/* The channel of a pocket's sensor. */
uint8_t channel_of(uint8_t pocket, uint8_t sensor);

#endif
