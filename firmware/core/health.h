/* The tower watches its own parts on every round of the eye. A dead channel is the dangerous fault: it
 * turns a 4 into a 5. Four nets catch it: no light at all comes back; white is seen in an empty pocket;
 * too much lamplight; and a channel that has not seen white (or not dark) for longer than fair dice allow. */
#ifndef HEALTH_H
#define HEALTH_H

#include <stdint.h>

#include "core/decode.h"
#include "core/scan.h"
#include "core/store.h"

struct health {
    uint16_t dead, stuck, dazzled; /* bit n: channel n */
    uint8_t beams;                 /* set of light barriers that stay broken */
    uint8_t rail, reference, supply; /* 1: not as it should be */
    uint8_t dark_rounds[DIE_CHANNELS];
    uint8_t white_rounds[2], blocked_rounds[2];
    uint8_t since_white[DIE_CHANNELS], since_dark[DIE_CHANNELS]; /* rolls */
};

/* One round of the eye. `calm`: no throw is under way, so a lone white sensor means trouble. */
void health_round(struct health *health, const struct scan *scan, const struct settings *settings,
                  uint8_t beams, uint8_t calm);

/* A roll was read from these signals: has every channel been seen white and dark lately? */
void health_roll(struct health *health, uint8_t pocket, const uint8_t signals[POCKET_SENSORS]);

/* Whether a roll may count. */
uint8_t health_good(const struct health *health);

/* The first fault as a code of messages.h (FAULT_...) and its argument; 0 when there is none. */
uint8_t health_fault(const struct health *health, const struct scan *scan, uint8_t *code, uint16_t *argument);

#endif
