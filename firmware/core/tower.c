#include "core/tower.h"

#include <string.h>

#include "hal/hal.h"

enum {
    TEST_ROUNDS = 8, /* rounds of the eye before the first verdict about itself */
    NUDGE_MS = 200,
    BLINK_MS = 256,
};

/* ---- what the tower says of itself */

uint8_t tower_state(const struct tower *tower)
{
    if (tower->scan.rounds < TEST_ROUNDS)
        return STATE_TESTING;
    if (tower->saving_roll || store_busy(&tower->store))
        return STATE_SAVING;
    switch (tower->roll.phase) {
    case ROLL_LATCHED:
        return STATE_HELD;
    case ROLL_THROWN:
        return roll_tumbling(&tower->roll) ? STATE_TUMBLING : STATE_SETTLING;
    default:
        if (!tower->store.settings.calibrated || !health_good(&tower->health))
            return STATE_BLOCKED;
        if (tower->roll.phase == ROLL_VOID)
            return STATE_VOID;
        return tower->armed ? STATE_ARMED : STATE_IDLE;
    }
}

static uint8_t top_of(const struct pocket *pocket)
{
    uint8_t down = pocket->reading.face;
    return down >= 1 && down <= 6 ? 7 - down : 0;
}

struct message tower_status(const struct tower *tower)
{
    const struct pocket *pockets = tower->roll.pockets;
    return make_status(tower_state(tower), hal_beams(), roll_present(&tower->roll), top_of(&pockets[0]),
                       top_of(&pockets[1]));
}

struct message tower_hello(const struct tower *tower)
{
    const struct store *store = &tower->store;
    return make_hello(PROTOCOL_VERSION, PROTOCOL_TABLE, FIRMWARE_VERSION, store->settings.uid, store->boot,
                      hal_reset_cause(), store_calibration_check(store), store->last_roll);
}

static APART void say_heartbeat(struct tower *tower)
{
    uint8_t health = 0;
    if (!tower->store.settings.calibrated)
        health |= HEALTH_UNCALIBRATED;
    if (!health_good(&tower->health))
        health |= HEALTH_FAULTY;
    if (tower->link.events_lost)
        health |= HEALTH_EVENTS_LOST;
    if (tower->health.supply)
        health |= HEALTH_SUPPLY_LOW;
    link_notice(make_heartbeat(tower->uptime_ms, tower->store.boot, tower_state(tower), health, tower->scan.supply_mv,
                               tower->link.reader.damaged));
}

static APART void say_state_when_changed(struct tower *tower)
{
    uint8_t state = tower_state(tower);
    if (state == tower->state)
        return;
    tower->state = state;
    link_notice(tower_status(tower));
}

/* ---- the motor and the lamp */

void tower_nudge(struct tower *tower)
{
    tower->motor_on = 1;
    tower->motor_since = hal_now();
    hal_motor(1);
}

static void tend_motor(struct tower *tower, uint16_t now)
{
    if (tower->motor_on && (uint16_t)(now - tower->motor_since) >= NUDGE_MS) {
        tower->motor_on = 0;
        hal_motor(0);
    }
}

static void tend_lamp(const struct tower *tower, uint16_t now)
{
    uint8_t attention = tower->state == STATE_BLOCKED || tower->state == STATE_VOID;
    hal_status(attention ? now / BLINK_MS & 1 : 1);
}

/* ---- rolls */

void tower_disarm(struct tower *tower)
{
    tower->armed = 0;
    tower->token = 0;
    tower->opening = tower->roll.opening = 0;
}

static APART void say_faults(struct tower *tower)
{
    uint8_t code = 0;
    uint16_t argument = 0;
    uint8_t found = health_fault(&tower->health, &tower->scan, &code, &argument);
    uint8_t told = found ? code + 1 : 0;
    if (found && told != tower->fault_told)
        link_event(&tower->link, make_faulty(code, argument));
    tower->fault_told = told;
}

static APART void begin_saving(struct tower *tower)
{
    const struct pocket *pockets = tower->roll.pockets;
    uint8_t doubt = pockets[0].doubt > pockets[1].doubt ? pockets[0].doubt : pockets[1].doubt;
    tower->roll_flags = (tower->armed ? 0 : ROLL_FLAGS_UNARMED) | (tower->opening ? ROLL_FLAGS_OPENING : 0) |
                        (tower->roll.nudges ? ROLL_FLAGS_NUDGED : 0);
    store_save_roll(&tower->store, tower->token, 7 - pockets[0].face, 7 - pockets[1].face, doubt, tower->roll_flags);
    tower->saving_roll = 1;
}

/* The roll is in the memory: only now is it told. */
static APART void tell_roll(struct tower *tower)
{
    const struct pocket *pockets = tower->roll.pockets;
    const struct journal_entry *entry = &tower->store.entry;
    if (!store_holds_last_roll(&tower->store)) {
        tower->roll_flags |= ROLL_FLAGS_UNSAVED;
        link_event(&tower->link, make_faulty(FAULT_MEMORY, tower->store.address));
    }
    link_event(&tower->link, make_roll(entry->number, 7 - pockets[0].face, 7 - pockets[1].face, pockets[0].face,
                                       pockets[1].face, entry->doubt, entry->token, tower->roll.took_ms,
                                       tower->roll_flags));
    tower->saving_roll = 0;
    tower_disarm(tower);
}

static APART void act(struct tower *tower, enum roll_outcome outcome)
{
    struct message event;
    uint8_t about = tower->roll.about;
    switch (outcome) {
    case OUTCOME_NUDGE:
        tower_nudge(tower);
        return;
    case OUTCOME_SETTLED:
        for (uint8_t i = 0; i < POCKETS; i++)
            health_roll(&tower->health, i, tower->signals[i]);
        begin_saving(tower);
        return;
    case OUTCOME_COCKED:
        event = make_cocked(about, tower->roll.nudges);
        break;
    case OUTCOME_MISSING:
        event = make_missing(about);
        break;
    case OUTCOME_PLACED:
        event = make_placed(about);
        break;
    case OUTCOME_LIFTED:
        event = make_lifted(about);
        break;
    case OUTCOME_DISTURBED:
        event = make_disturbed(about);
        break;
    default:
        return;
    }
    link_event(&tower->link, event);
    if (tower->roll.phase == ROLL_VOID)
        tower_disarm(tower); /* it must be asked for again */
}

/* A roll read by a faulty eye does not count. */
static enum roll_outcome only_if_healthy(struct tower *tower, enum roll_outcome outcome)
{
    if (outcome != OUTCOME_SETTLED || health_good(&tower->health))
        return outcome;
    roll_void(&tower->roll);
    tower_disarm(tower);
    tower->fault_told = 0;
    return OUTCOME_NONE;
}

static APART void finish_round(struct tower *tower, uint16_t now)
{
    uint8_t beams = hal_beams();
    uint8_t calm = tower->roll.phase == ROLL_CALM || tower->roll.phase == ROLL_VOID;
    health_round(&tower->health, &tower->scan, &tower->store.settings, beams, calm);
    if (tower->scan.rounds < TEST_ROUNDS)
        return;
    if (tower->store.settings.calibrated && !tower->saving_roll) {
        struct reading readings[POCKETS];
        for (uint8_t i = 0; i < POCKETS; i++) {
            calibrate_scale(&tower->store.settings, &tower->scan, i, tower->signals[i]);
            readings[i] = decode(tower->signals[i]);
        }
        act(tower, only_if_healthy(tower, roll_step(&tower->roll, readings, beams, now)));
    }
    say_faults(tower);
}

/* ---- the work of a millisecond */

void tower_start(struct tower *tower)
{
    memset(tower, 0, sizeof *tower);
    store_start(&tower->store);
    link_start(&tower->link, tower->store.boot);
    scan_start(&tower->scan, tower->store.settings.settle_ms);
    roll_start(&tower->roll, tower->store.settings.nudges);
    tower->last_now = tower->heartbeat_at = hal_now();
    link_notice(tower_hello(tower));
    if (tower->store.damaged)
        link_event(&tower->link, make_faulty(FAULT_MEMORY, 0));
}

static APART void work_of_a_millisecond(struct tower *tower, uint16_t now)
{
    tower->uptime_ms += (uint16_t)(now - tower->last_now);
    tower->last_now = now;
    hal_watchdog();

    uint8_t passed = hal_beams_passed();
    if (passed && tower->store.settings.calibrated && tower->scan.rounds >= TEST_ROUNDS)
        roll_beam(&tower->roll, passed, now);
    if (scan_tick(&tower->scan))
        finish_round(tower, now);
    if (!tower->health.supply) /* a failing supply could spoil what is being written */
        store_tick(&tower->store);
    if (tower->saving_roll && !store_busy(&tower->store))
        tell_roll(tower);
    tend_motor(tower, now);
    tend_lamp(tower, now);
    say_state_when_changed(tower);
    link_tick(&tower->link, now);
    if ((uint16_t)(now - tower->heartbeat_at) >= PROTOCOL_HEARTBEAT_MS) {
        tower->heartbeat_at += PROTOCOL_HEARTBEAT_MS;
        say_heartbeat(tower);
    }
}

static APART void answer(struct tower *tower)
{
    link_reply(&tower->link, tower_answer(tower, &tower->link.reader.message));
}

void tower_work(struct tower *tower)
{
    while (link_receive(&tower->link))
        answer(tower);
    uint16_t now = hal_now();
    if (now != tower->last_now)
        work_of_a_millisecond(tower, now);
}
