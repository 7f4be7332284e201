#include "core/decode.h"

#include "generated/templates.h"

static uint16_t square_root(uint32_t value)
{
    uint16_t root = 0;
    for (uint16_t bit = 0x8000; bit; bit >>= 1) {
        uint16_t candidate = root | bit;
        if ((uint32_t)candidate * candidate <= value)
            root = candidate;
    }
    return root;
}

/* Squared distance; gives up once it is beyond `limit`. */
static uint32_t distance(const uint8_t *signals, const uint8_t *template, uint32_t limit)
{
    uint32_t sum = 0;
    for (uint8_t i = 0; i < POCKET_SENSORS; i++) {
        int16_t difference = (int16_t)signals[i] - flash_byte(&template[i]);
        uint16_t size = difference < 0 ? -difference : difference;
        sum += (uint32_t)size * size;
        if (sum >= limit)
            return limit;
    }
    return sum;
}

static uint8_t is_empty(const uint8_t *signals)
{
    for (uint8_t i = 0; i < POCKET_SENSORS; i++)
        if (signals[i] > EMPTY_BELOW)
            return 0;
    return 1;
}

/* Dice are not as white as the card. Every face leaves at least two of the seven places wholly white, so the
 * two brightest tell how white this die is; within reason the rest is scaled by it. */
static void even_out(uint8_t *scaled, const uint8_t *signals)
{
    uint8_t first = 0, second = 0;
    for (uint8_t i = 0; i < POCKET_SENSORS; i++) {
        if (signals[i] > first) {
            second = first;
            first = signals[i];
        } else if (signals[i] > second) {
            second = signals[i];
        }
    }
    uint8_t white = (uint8_t)(((uint16_t)first + second) / 2);
    if (white < DIE_WHITE_LEAST || white > DIE_WHITE_MOST)
        white = SIGNAL_WHITE;
    for (uint8_t i = 0; i < POCKET_SENSORS; i++) {
        uint16_t value = (uint16_t)signals[i] * SIGNAL_WHITE / white;
        scaled[i] = value > UINT8_MAX ? UINT8_MAX : (uint8_t)value;
    }
}

struct reading decode(const uint8_t measured[POCKET_SENSORS])
{
    struct reading reading = {FACE_NONE, 0, 0, 0};
    uint8_t signals[POCKET_SENSORS];
    if (is_empty(measured))
        return reading;
    even_out(signals, measured);

    uint32_t nearest = UINT32_MAX, next = UINT32_MAX;
    uint8_t face = 0;
    const uint8_t(*template)[POCKET_SENSORS] = templates;
    for (uint8_t candidate = 1; candidate <= 6; candidate++) {
        uint32_t closest = next;
        for (uint8_t n = templates_per_face[candidate - 1]; n; n--)
            closest = distance(signals, *template++, closest);
        if (closest < nearest) {
            next = nearest;
            nearest = closest;
            face = candidate;
        } else if (closest < next) {
            next = closest;
        }
    }
    reading.best = square_root(nearest);
    reading.second = square_root(next);
    uint32_t needed = (uint32_t)reading.best * DECODE_RATIO_TENTHS / 10 + DECODE_MARGIN;
    if (reading.best > DECODE_ACCEPT || reading.second < needed) {
        reading.face = FACE_UNREADABLE;
        reading.doubt = 100;
    } else {
        reading.face = face;
        reading.doubt = (uint8_t)((uint32_t)reading.best * 100 / reading.second);
    }
    return reading;
}
