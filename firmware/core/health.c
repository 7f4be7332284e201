#include "core/health.h"

#include "core/calibrate.h"
#include "generated/messages.h"
#include "generated/templates.h"

enum {
    DEAD_ROUNDS = 4,      /* less than half a second without light: before five equal readings are in */
    STUCK_ROUNDS = 20,    /* two seconds of white in an otherwise empty pocket */
    BLOCKED_ROUNDS = 150, /* fifteen seconds in front of a beam: longer than all nudges */
    DAZZLED_COUNTS = 950, /* of 1023: no room left for the sensor's own light */
    SUPPLY_LEAST_MV = 4500,
    LONE_SENSORS = 1,     /* a die shows at least two white sensors: more than one is no stuck channel */
    /* A fair die leaves the sensor of a corner dark in 2/3 of all rolls: 60 times running happens once in
     * 4e10. Mid-north is dark only in half of the sixes, 1/12: 250 rolls without, once in 3e9. */
    ROLLS_WITHOUT_WHITE = 60,
    ROLLS_WITHOUT_DARK = 250,
};

static uint8_t off(uint16_t counts, uint16_t wanted)
{
    return counts > wanted + TEST_TOLERANCE_COUNTS || counts + TEST_TOLERANCE_COUNTS < wanted;
}

static void set_bit(uint16_t *set, uint8_t n, uint8_t value)
{
    *set = value ? *set | 1u << n : *set & ~(1u << n);
}

/* Even black and empty give some light back; less than half of that means no LED or no eye. */
static void look_for_dead(struct health *health, const struct scan *scan, const struct settings *settings)
{
    for (uint8_t n = 0; n < DIE_CHANNELS; n++) {
        uint16_t floor = settings->empty[n] < settings->black[n] ? settings->empty[n] : settings->black[n];
        uint8_t nothing = scan_signal(scan, n) * 32u < floor;
        if (!nothing)
            health->dark_rounds[n] = 0;
        else if (health->dark_rounds[n] < UINT8_MAX)
            health->dark_rounds[n]++;
        set_bit(&health->dead, n, health->dark_rounds[n] >= DEAD_ROUNDS);
        set_bit(&health->dazzled, n, scan->dark[n] > DAZZLED_COUNTS);
    }
}

static void look_for_stuck(struct health *health, const struct scan *scan, const struct settings *settings,
                           uint8_t pocket, uint8_t calm)
{
    uint8_t signals[POCKET_SENSORS], white = 0;
    calibrate_scale(settings, scan, pocket, signals);
    for (uint8_t i = 0; i < POCKET_SENSORS; i++)
        white += signals[i] > EMPTY_BELOW;
    uint8_t odd = calm && white >= 1 && white <= LONE_SENSORS;
    if (!odd)
        health->white_rounds[pocket] = 0;
    else if (health->white_rounds[pocket] < UINT8_MAX)
        health->white_rounds[pocket]++;
    if (white > LONE_SENSORS)
        return; /* a die covers it: what was known stays known */
    for (uint8_t i = 0; i < POCKET_SENSORS; i++) {
        uint8_t usage = health->since_white[channel_of(pocket, i)] >= ROLLS_WITHOUT_WHITE ||
                        health->since_dark[channel_of(pocket, i)] >= ROLLS_WITHOUT_DARK;
        uint8_t lone = signals[i] > EMPTY_BELOW && health->white_rounds[pocket] >= STUCK_ROUNDS;
        set_bit(&health->stuck, channel_of(pocket, i), usage || lone);
    }
}

static void look_at_beams(struct health *health, uint8_t beams)
{
    for (uint8_t i = 0; i < 2; i++) {
        if (!(beams & 1 << i))
            health->blocked_rounds[i] = 0;
        else if (health->blocked_rounds[i] < UINT8_MAX)
            health->blocked_rounds[i]++;
        if (health->blocked_rounds[i] >= BLOCKED_ROUNDS)
            health->beams |= 1 << i;
        else if (!(beams & 1 << i))
            health->beams &= ~(1 << i);
    }
}

void health_round(struct health *health, const struct scan *scan, const struct settings *settings,
                  uint8_t beams, uint8_t calm)
{
    health->rail = off(scan->lit[CHANNEL_LED_RAIL], LED_RAIL_COUNTS) ||
                   scan->dark[CHANNEL_LED_RAIL] > TEST_TOLERANCE_COUNTS;
    health->reference = off(scan->dark[CHANNEL_REFERENCE], REFERENCE_COUNTS) ||
                        off(scan->lit[CHANNEL_REFERENCE], REFERENCE_COUNTS);
    health->supply = scan->supply_mv < SUPPLY_LEAST_MV;
    look_at_beams(health, beams);
    if (!settings->calibrated)
        return;
    look_for_dead(health, scan, settings);
    for (uint8_t pocket = 0; pocket < 2; pocket++)
        look_for_stuck(health, scan, settings, pocket, calm);
}

static void count_use(uint8_t *rolls, uint8_t seen)
{
    if (seen)
        *rolls = 0;
    else if (*rolls < UINT8_MAX)
        (*rolls)++;
}

void health_roll(struct health *health, uint8_t pocket, const uint8_t signals[POCKET_SENSORS])
{
    for (uint8_t i = 0; i < POCKET_SENSORS; i++) {
        uint8_t n = channel_of(pocket, i);
        count_use(&health->since_white[n], signals[i] > SIGNAL_WHITE / 2);
        count_use(&health->since_dark[n], signals[i] < SIGNAL_WHITE / 2);
    }
}

uint8_t health_good(const struct health *health)
{
    return !(health->dead || health->stuck || health->dazzled || health->beams || health->rail || health->reference ||
             health->supply);
}

static uint8_t first_bit(uint16_t set)
{
    uint8_t n = 0;
    while (!(set & 1u << n))
        n++;
    return n;
}

static uint16_t millivolts(uint16_t counts)
{
    return (uint16_t)((uint32_t)counts * SUPPLY_MV / 1024);
}

uint8_t health_fault(const struct health *health, const struct scan *scan, uint8_t *code, uint16_t *argument)
{
    if (health->supply) {
        *code = FAULT_SUPPLY;
        *argument = scan->supply_mv;
    } else if (health->reference) {
        *code = FAULT_REFERENCE;
        *argument = millivolts(scan->dark[CHANNEL_REFERENCE]);
    } else if (health->rail) {
        *code = FAULT_LED_RAIL;
        *argument = millivolts(scan->lit[CHANNEL_LED_RAIL]);
    } else if (health->dazzled) {
        *code = FAULT_AMBIENT;
        *argument = first_bit(health->dazzled);
    } else if (health->dead) {
        *code = FAULT_DEAD;
        *argument = first_bit(health->dead);
    } else if (health->stuck) {
        *code = FAULT_STUCK;
        *argument = first_bit(health->stuck);
    } else if (health->beams) {
        *code = FAULT_BEAM;
        *argument = health->beams;
    } else {
        return 0;
    }
    return 1;
}
