#include "core/roll.h"

#include <string.h>

enum {
    EQUAL_READINGS = 5,   /* so many equal faces in a row are believed */
    EMPTY_READINGS = 3,   /* so many empty pictures in a row are an empty pocket */
    STRANGE_READINGS = 16, /* about 1.6 s of unreadable pictures is more than a passing hand */
    QUIET_MS = 300,       /* after the last beam, before a die is looked at */
    SETTLE_MS = 1500,     /* then it must be readable within this time */
    ARRIVE_MS = 3000,     /* and must have arrived within this time after the beam */
    NUDGE_MS = 200,
};

void roll_start(struct roll *roll, uint8_t most_nudges)
{
    memset(roll, 0, sizeof *roll);
    roll->phase = ROLL_VOID;
    roll->most_nudges = most_nudges;
}

static uint8_t is_face(const struct pocket *pocket)
{
    return pocket->reading.face >= 1 && pocket->reading.face <= 6;
}

static uint8_t surely_empty(const struct pocket *pocket)
{
    return pocket->reading.face == FACE_NONE && pocket->same >= EMPTY_READINGS;
}

/* The same face, or the same trouble, for long enough to be sure of it. */
static uint8_t surely_something(const struct pocket *pocket)
{
    if (is_face(pocket))
        return pocket->same >= EQUAL_READINGS;
    return pocket->reading.face == FACE_UNREADABLE && pocket->same >= STRANGE_READINGS;
}

uint8_t roll_pockets_empty(const struct roll *roll)
{
    return surely_empty(&roll->pockets[0]) && surely_empty(&roll->pockets[1]);
}

uint8_t roll_present(const struct roll *roll)
{
    uint8_t present = 0;
    for (uint8_t i = 0; i < POCKETS; i++)
        if (roll->pockets[i].reading.face != FACE_NONE)
            present |= 1 << i;
    return present;
}

uint8_t roll_tumbling(const struct roll *roll)
{
    return roll->pockets[0].phase == POCKET_FALLING || roll->pockets[1].phase == POCKET_FALLING;
}

void roll_void(struct roll *roll)
{
    roll->phase = ROLL_VOID;
}

static void become_calm(struct roll *roll)
{
    roll->phase = ROLL_CALM;
    roll->nudges = roll->lifted = roll->disturbed = 0;
    for (uint8_t i = 0; i < POCKETS; i++)
        roll->pockets[i].phase = POCKET_WAITING;
}

void roll_beam(struct roll *roll, uint8_t pockets, uint16_t now)
{
    if (roll->phase == ROLL_CALM) {
        roll->phase = ROLL_THROWN;
        roll->thrown_at = now;
    }
    if (roll->phase != ROLL_THROWN)
        return;
    for (uint8_t i = 0; i < POCKETS; i++) {
        if (!(pockets & 1 << i))
            continue;
        if (roll->pockets[i].phase != POCKET_FALLING)
            roll->pockets[i].fell_at = now;
        roll->pockets[i].phase = POCKET_FALLING;
        roll->pockets[i].since = now;
    }
}

/* ---- one pocket of a throw */

static uint8_t try_nudge(struct roll *roll, uint16_t now)
{
    if (roll->nudges == roll->most_nudges)
        return 0;
    roll->nudges++;
    for (uint8_t i = 0; i < POCKETS; i++) {
        struct pocket *pocket = &roll->pockets[i];
        pocket->same = 0;
        if (pocket->phase == POCKET_READ || pocket->phase == POCKET_SETTLING) {
            pocket->phase = POCKET_SETTLING;
            pocket->since = now + NUDGE_MS;
        }
        if (pocket->phase == POCKET_FALLING)
            pocket->fell_at = now + NUDGE_MS;
    }
    return 1;
}

static uint8_t past(uint16_t now, uint16_t since, uint16_t limit)
{
    return (int16_t)(now - since) > (int16_t)limit;
}

/* Whether the motor is needed. */
static uint8_t step_settling(struct roll *roll, struct pocket *pocket, uint16_t now)
{
    if (is_face(pocket) && pocket->same >= EQUAL_READINGS) {
        pocket->phase = POCKET_READ;
        pocket->face = pocket->reading.face;
        pocket->doubt = pocket->reading.doubt;
        return 0;
    }
    uint8_t empty = pocket->reading.face == FACE_NONE;
    if (!past(now, pocket->since, empty ? ARRIVE_MS : SETTLE_MS))
        return 0;
    if (try_nudge(roll, now))
        return 1;
    pocket->phase = empty ? POCKET_MISSING : POCKET_COCKED;
    return 0;
}

static uint8_t step_pocket(struct roll *roll, uint8_t index, uint8_t beams, uint16_t now)
{
    struct pocket *pocket = &roll->pockets[index];
    switch (pocket->phase) {
    case POCKET_WAITING:
        if (surely_something(pocket))
            pocket->phase = POCKET_PLACED;
        else if (!roll->opening && past(now, roll->thrown_at, ARRIVE_MS))
            pocket->phase = POCKET_MISSING;
        return 0;
    case POCKET_FALLING:
        if (!(beams & 1 << index) && past(now, pocket->since, QUIET_MS)) {
            pocket->phase = POCKET_SETTLING;
            pocket->since = now;
            pocket->same = 0;
        } else if (past(now, pocket->fell_at, ARRIVE_MS)) { /* stuck in front of the beam, or trembling there */
            if (try_nudge(roll, now))
                return 1;
            pocket->phase = POCKET_MISSING;
        }
        return 0;
    case POCKET_SETTLING:
        return step_settling(roll, pocket, now);
    case POCKET_READ:
        if (pocket->reading.face != pocket->face) { /* moved again before the other one lay still */
            pocket->phase = POCKET_SETTLING;
            pocket->since = now;
        }
        return 0;
    default:
        return 0;
    }
}

static uint8_t pockets_in(const struct roll *roll, enum pocket_phase phase)
{
    uint8_t set = 0;
    for (uint8_t i = 0; i < POCKETS; i++)
        if (roll->pockets[i].phase == phase)
            set |= 1 << i;
    return set;
}

static enum roll_outcome step_thrown(struct roll *roll, uint8_t beams, uint16_t now)
{
    static const struct {
        enum pocket_phase phase;
        enum roll_outcome outcome;
    } spoilt[] = {
        {POCKET_PLACED, OUTCOME_PLACED}, {POCKET_COCKED, OUTCOME_COCKED}, {POCKET_MISSING, OUTCOME_MISSING}};

    for (uint8_t i = 0; i < POCKETS; i++)
        if (step_pocket(roll, i, beams, now))
            return OUTCOME_NUDGE;
    for (uint8_t i = 0; i < sizeof spoilt / sizeof *spoilt; i++) {
        roll->about = pockets_in(roll, spoilt[i].phase);
        if (roll->about) {
            roll->phase = ROLL_VOID;
            return spoilt[i].outcome;
        }
    }
    if (pockets_in(roll, POCKET_READ) != BOTH_POCKETS)
        return OUTCOME_NONE;
    roll->phase = ROLL_LATCHED;
    roll->took_ms = now - roll->thrown_at;
    return OUTCOME_SETTLED;
}

/* ---- before and after a throw */

static enum roll_outcome step_calm(struct roll *roll)
{
    roll->about = 0;
    for (uint8_t i = 0; i < POCKETS; i++)
        if (surely_something(&roll->pockets[i]))
            roll->about |= 1 << i;
    if (!roll->about)
        return OUTCOME_NONE;
    roll->phase = ROLL_VOID;
    return OUTCOME_PLACED;
}

static enum roll_outcome step_latched(struct roll *roll)
{
    uint8_t lifted = 0, disturbed = 0;
    for (uint8_t i = 0; i < POCKETS; i++) {
        const struct pocket *pocket = &roll->pockets[i];
        if (surely_empty(pocket))
            lifted |= 1 << i;
        else if (surely_something(pocket) && pocket->reading.face != pocket->face)
            disturbed |= 1 << i;
    }
    disturbed &= ~roll->disturbed;
    if (lifted && !roll->lifted) {
        roll->lifted = roll->about = lifted;
        return OUTCOME_LIFTED;
    }
    if (disturbed) {
        roll->about = disturbed;
        roll->disturbed |= disturbed;
        return OUTCOME_DISTURBED;
    }
    if (roll_pockets_empty(roll))
        become_calm(roll);
    return OUTCOME_NONE;
}

static void take_reading(struct pocket *pocket, struct reading reading)
{
    if (reading.face != pocket->reading.face)
        pocket->same = 0;
    if (pocket->same < UINT8_MAX)
        pocket->same++;
    pocket->reading = reading;
}

enum roll_outcome roll_step(struct roll *roll, const struct reading readings[POCKETS], uint8_t beams, uint16_t now)
{
    for (uint8_t i = 0; i < POCKETS; i++)
        take_reading(&roll->pockets[i], readings[i]);
    switch (roll->phase) {
    case ROLL_CALM:
        return step_calm(roll);
    case ROLL_THROWN:
        return step_thrown(roll, beams, now);
    case ROLL_LATCHED:
        return step_latched(roll);
    default:
        if (roll_pockets_empty(roll))
            become_calm(roll);
        return OUTCOME_NONE;
    }
}
