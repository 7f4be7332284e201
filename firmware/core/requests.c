/* What the host can ask of the tower. Every request that changes something is safe to repeat: link.c
 * answers a repetition from memory. */
#include "core/tower.h"
#include "generated/messages.h"

static struct message arm(struct tower *tower, uint32_t token, uint8_t mode)
{
    if (!tower->store.settings.calibrated)
        return make_refused(REASON_UNCALIBRATED);
    if (!health_good(&tower->health))
        return make_refused(REASON_FAULT);
    if (!token)
        return make_refused(REASON_RANGE);
    uint8_t state = tower_state(tower);
    if ((state != STATE_IDLE && state != STATE_ARMED) || !roll_pockets_empty(&tower->roll))
        return make_refused(REASON_BUSY);
    tower->armed = 1;
    tower->token = token;
    tower->opening = tower->roll.opening = mode == MODE_OPENING;
    return make_ok();
}

static struct message disarm(struct tower *tower)
{
    if (tower->roll.phase != ROLL_THROWN && !tower->saving_roll)
        tower_disarm(tower);
    return make_ok();
}

static struct message logged_roll(const struct tower *tower, uint8_t back)
{
    struct journal_entry entry;
    /* A roll still being written has not happened yet. */
    if (tower->saving_roll)
        return make_refused(REASON_BUSY);
    if (!store_read_roll(&tower->store, back, &entry))
        return make_refused(REASON_NONE);
    return make_logged_roll(entry.number, entry.dice >> 4, entry.dice & 15, entry.token, entry.boot,
                            entry.flags | ROLL_FLAGS_REPLAY);
}

static uint16_t level_of(const struct tower *tower, uint8_t pocket, uint8_t sensor, uint8_t level)
{
    uint8_t n = channel_of(pocket, sensor);
    switch (level) {
    case LEVEL_DARK:
        return tower->scan.dark[n];
    case LEVEL_LIT:
        return tower->scan.lit[n];
    case LEVEL_SCALED:
        return tower->signals[pocket][sensor];
    case LEVEL_EMPTY:
        return tower->store.settings.empty[n];
    case LEVEL_WHITE:
        return tower->store.settings.white[n];
    case LEVEL_BLACK:
        return tower->store.settings.black[n];
    default:
        return tower->scan.mean[n];
    }
}

static struct message raw_values(const struct tower *tower, uint8_t pocket, uint8_t level)
{
    struct message values = {.what = MESSAGE_RAW_VALUES};
    if (pocket >= POCKETS)
        return make_refused(REASON_RANGE);
    for (uint8_t i = 0; i < POCKET_SENSORS; i++)
        values.args[i] = level_of(tower, pocket, i, level);
    return values;
}

static uint8_t under_way(const struct tower *tower)
{
    return store_busy(&tower->store) || tower->saving_roll || tower->roll.phase == ROLL_THROWN;
}

static struct message calibration_step(struct tower *tower, uint8_t step)
{
    if (under_way(tower))
        return make_refused(REASON_BUSY);
    switch (step) {
    case STEP_EMPTY:
    case STEP_WHITE:
    case STEP_BLACK:
        calibrate_take(&tower->draft, step - STEP_EMPTY, &tower->scan);
        return make_ok();
    case STEP_SAVE:
        if (!calibrate_accept(&tower->draft, &tower->store.settings))
            return make_refused(REASON_RANGE);
        store_save_settings(&tower->store);
        roll_start(&tower->roll, tower->store.settings.nudges);
        break;
    }
    tower->draft.taken = 0;
    return make_ok();
}

static struct message set(struct tower *tower, uint8_t key, uint32_t value)
{
    struct settings *settings = &tower->store.settings;
    if (under_way(tower))
        return make_refused(REASON_BUSY);
    switch (key) {
    case KEY_UID:
        if (settings->uid)
            return make_refused(REASON_LOCKED);
        settings->uid = value;
        break;
    case KEY_SETTLE_MS:
        if (value < 1 || value > 10)
            return make_refused(REASON_RANGE);
        settings->settle_ms = tower->scan.settle_ms = (uint8_t)value;
        break;
    default:
        if (value > 5)
            return make_refused(REASON_RANGE);
        settings->nudges = tower->roll.most_nudges = (uint8_t)value;
        break;
    }
    store_save_settings(&tower->store);
    return make_ok();
}

static struct message get(const struct tower *tower, uint8_t key)
{
    const struct settings *settings = &tower->store.settings;
    if (key == KEY_UID)
        return make_setting(settings->uid);
    return make_setting(key == KEY_SETTLE_MS ? settings->settle_ms : settings->nudges);
}

static uint16_t millivolts(uint16_t counts)
{
    return (uint16_t)((uint32_t)counts * SUPPLY_MV / 1024);
}

static struct message self_test(const struct tower *tower)
{
    const struct health *health = &tower->health;
    return make_self_test_result(health->dead, health->stuck, health->dazzled, health->beams,
                                 millivolts(tower->scan.lit[CHANNEL_LED_RAIL]),
                                 millivolts(tower->scan.dark[CHANNEL_REFERENCE]), tower->scan.supply_mv);
}

static struct message nudge(struct tower *tower)
{
    if (tower->roll.phase == ROLL_THROWN || tower->roll.phase == ROLL_LATCHED)
        return make_refused(REASON_BUSY);
    tower_nudge(tower);
    return make_ok();
}

struct message tower_answer(struct tower *tower, const struct message *request)
{
    const uint32_t *args = request->args;
    switch (request->what) {
    case MESSAGE_GREET:
        if (args[0] > PROTOCOL_VERSION || args[1] < PROTOCOL_VERSION)
            return make_refused(REASON_VERSION);
        return tower_hello(tower);
    case MESSAGE_ARM:
        return arm(tower, args[0], (uint8_t)args[1]);
    case MESSAGE_DISARM:
        return disarm(tower);
    case MESSAGE_ASK_STATUS:
        return tower_status(tower);
    case MESSAGE_ASK_ROLL:
        return logged_roll(tower, (uint8_t)args[0]);
    case MESSAGE_ASK_RAW:
        return raw_values(tower, (uint8_t)args[0], (uint8_t)args[1]);
    case MESSAGE_CALIBRATE:
        return calibration_step(tower, (uint8_t)args[0]);
    case MESSAGE_SET:
        return set(tower, (uint8_t)args[0], args[1]);
    case MESSAGE_GET:
        return get(tower, (uint8_t)args[0]);
    case MESSAGE_SELF_TEST:
        return self_test(tower);
    case MESSAGE_NUDGE:
        return nudge(tower);
    default: /* a message that only a tower sends */
        return make_refused(REASON_UNKNOWN);
    }
}
