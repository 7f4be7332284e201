#include "core/calibrate.h"

#include <string.h>

#include "generated/templates.h"

enum {
    LEAST_SPAN = 60 * 16, /* white must be at least 60 counts above black and above empty */
    CLIP = 255,
};

static const uint8_t channels[2][POCKET_SENSORS] = POCKET_CHANNELS;

uint8_t channel_of(uint8_t pocket, uint8_t sensor)
{
    return channels[pocket][sensor];
}

void calibrate_take(struct draft *draft, uint8_t level, const struct scan *scan)
{
    memcpy(draft->levels[level], scan->mean, sizeof scan->mean);
    draft->taken |= 1 << level;
}

uint8_t calibrate_accept(const struct draft *draft, struct settings *settings)
{
    if (draft->taken != 7)
        return 0;
    for (uint8_t n = 0; n < DIE_CHANNELS; n++) {
        uint32_t empty = draft->levels[0][n], white = draft->levels[1][n], black = draft->levels[2][n];
        if (white < empty + LEAST_SPAN || white < black + LEAST_SPAN)
            return 0;
    }
    memcpy(settings->empty, draft->levels[0], sizeof settings->empty);
    memcpy(settings->white, draft->levels[1], sizeof settings->white);
    memcpy(settings->black, draft->levels[2], sizeof settings->black);
    settings->calibrated = 1;
    return 1;
}

void calibrate_scale(const struct settings *settings, const struct scan *scan, uint8_t pocket,
                     uint8_t signals[POCKET_SENSORS])
{
    for (uint8_t i = 0; i < POCKET_SENSORS; i++) {
        uint8_t n = channels[pocket][i];
        int32_t above = (int32_t)scan_signal(scan, n) * 16 - settings->black[n];
        int32_t span = (int32_t)settings->white[n] - settings->black[n];
        int32_t scaled = above <= 0 ? 0 : (above * SIGNAL_WHITE + span / 2) / span;
        signals[i] = scaled > CLIP ? CLIP : (uint8_t)scaled;
    }
}
