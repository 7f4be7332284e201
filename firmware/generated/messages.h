/* Made from firmware/tables/messages.toml by `make tables`. Do not edit. */

#ifndef MESSAGES_H
#define MESSAGES_H

#include <stdint.h>
#include "hal/flash.h"

#define PROTOCOL_VERSION 1
#define PROTOCOL_BAUD 38400
#define PROTOCOL_FRAME_LIMIT 80
#define PROTOCOL_HOST_TIMEOUT_MS 250
#define PROTOCOL_HOST_TRIES 5
#define PROTOCOL_EVENT_FIRST_RETRY_MS 300
#define PROTOCOL_EVENT_LAST_RETRY_MS 2000
#define PROTOCOL_HEARTBEAT_MS 1000
#define PROTOCOL_SILENCE_MS 3000
#define PROTOCOL_TABLE 0x4CF1u

/* State: What the tower is doing. */
enum {
    STATE_TESTING = 0, /* looking at its own sensors after a start */
    STATE_IDLE = 1, /* ready, no roll asked for */
    STATE_ARMED = 2, /* a roll is asked for */
    STATE_TUMBLING = 3, /* a die has passed a beam */
    STATE_SETTLING = 4, /* waiting until the readings agree */
    STATE_SAVING = 5, /* writing the roll or the calibration to its memory */
    STATE_HELD = 6, /* a roll was reported; the dice still lie there */
    STATE_VOID = 7, /* the throw does not count; waiting for empty pockets */
    STATE_BLOCKED = 8, /* not calibrated, or a part is faulty: no roll can count */
};

/* Mode: Which roll is asked for. */
enum {
    MODE_TURN = 0, /* two dice thrown together */
    MODE_OPENING = 1, /* one die each, light's in the left chute, dark's in the right, each in their own time */
};

/* Reason: Why a request was refused. */
enum {
    REASON_UNKNOWN = 0, /* no such request */
    REASON_FIELDS = 1, /* the request has missing, extra or unreadable fields */
    REASON_VERSION = 2, /* no protocol version in common */
    REASON_BUSY = 3, /* a pocket is not empty, or a roll is under way */
    REASON_UNCALIBRATED = 4, /* the tower has no valid calibration */
    REASON_FAULT = 5, /* a part is faulty; ask for the self-test */
    REASON_NONE = 6, /* there is no such entry in the journal */
    REASON_RANGE = 7, /* the value is out of range */
    REASON_LOCKED = 8, /* the value can only be set once */
};

/* Fault: What is broken. */
enum {
    FAULT_LED_RAIL = 0, /* the infrared LEDs get no current; argument: millivolts read */
    FAULT_REFERENCE = 1, /* the reading multiplexer or converter is off; argument: millivolts read */
    FAULT_DEAD = 2, /* a sensor gives no signal; argument: its channel */
    FAULT_STUCK = 3, /* a sensor sees white in an empty pocket; argument: its channel */
    FAULT_AMBIENT = 4, /* too much light falls on a sensor; argument: its channel */
    FAULT_BEAM = 5, /* a light barrier stays broken; argument: 1 left, 2 right */
    FAULT_MEMORY = 6, /* the memory lost the calibration or could not store a roll; argument: address */
    FAULT_SUPPLY = 7, /* the supply is too low; argument: millivolts */
};

/* Level: Which of a pocket's seven values are wanted. */
enum {
    LEVEL_DARK = 0, /* converter counts with the LED off */
    LEVEL_LIT = 1, /* converter counts with the LED on */
    LEVEL_SCALED = 2, /* signals, black card 0, white card 200 */
    LEVEL_EMPTY = 3, /* calibration: lit minus dark with nothing in the pocket, averaged, in sixteenths of a count */
    LEVEL_WHITE = 4, /* calibration: the white card */
    LEVEL_BLACK = 5, /* calibration: the black card */
    LEVEL_MEAN = 6, /* lit minus dark now, averaged over about two seconds, in sixteenths of a count */
};

/* Step: A step of the calibration. */
enum {
    STEP_EMPTY = 0, /* take the present signals as those of empty pockets */
    STEP_WHITE = 1, /* take the present signals as those of the white card */
    STEP_BLACK = 2, /* take the present signals as those of the black card */
    STEP_SAVE = 3, /* check the three and store them */
    STEP_DROP = 4, /* forget what was taken */
};

/* Key: A setting. */
enum {
    KEY_UID = 0, /* the tower's identity, set once */
    KEY_SETTLE_MS = 1, /* milliseconds between switching to a sensor and reading it, 1 to 10 */
    KEY_NUDGES = 2, /* how often the motor may shake an unreadable die, 0 to 5 */
};

/* Reset: Why the tower last started. */
enum {
    RESET_POWER = 0, /* it was switched on */
    RESET_EXTERNAL = 1, /* the reset line, for instance a program opening the port */
    RESET_BROWNOUT = 2, /* the supply dipped */
    RESET_WATCHDOG = 3, /* the firmware hung and was restarted */
};

/* Pockets: A set of pockets. */
enum {
    POCKETS_LEFT = 1, /* left */
    POCKETS_RIGHT = 2, /* right */
};

/* RollFlags: How a roll came about. */
enum {
    ROLL_FLAGS_UNARMED = 1, /* no roll was asked for; the referee decides whether it stands */
    ROLL_FLAGS_OPENING = 2, /* one die each */
    ROLL_FLAGS_NUDGED = 4, /* the motor had to help */
    ROLL_FLAGS_REPLAY = 8, /* told again from the journal */
    ROLL_FLAGS_UNSAVED = 16, /* the journal could not store it */
};

/* Health: What is not as it should be, in a heartbeat. */
enum {
    HEALTH_UNCALIBRATED = 1, /* no valid calibration */
    HEALTH_FAULTY = 2, /* the self-test found something */
    HEALTH_EVENTS_LOST = 4, /* more happened than could be remembered while nobody listened */
    HEALTH_SUPPLY_LOW = 8, /* below 4.5 V */
};

enum message_name {
    MESSAGE_GREET, /* HI */
    MESSAGE_ARM, /* ARM */
    MESSAGE_DISARM, /* DIS */
    MESSAGE_ASK_STATUS, /* STQ */
    MESSAGE_ASK_ROLL, /* RLQ */
    MESSAGE_ASK_RAW, /* RAW */
    MESSAGE_CALIBRATE, /* CAL */
    MESSAGE_SET, /* SET */
    MESSAGE_GET, /* GET */
    MESSAGE_SELF_TEST, /* TST */
    MESSAGE_NUDGE, /* NUD */
    MESSAGE_RECEIVED, /* ACK */
    MESSAGE_HELLO, /* HEL */
    MESSAGE_OK, /* OK */
    MESSAGE_REFUSED, /* NAK */
    MESSAGE_STATUS, /* STA */
    MESSAGE_LOGGED_ROLL, /* LOG */
    MESSAGE_RAW_VALUES, /* VAL */
    MESSAGE_SETTING, /* CFG */
    MESSAGE_SELF_TEST_RESULT, /* HLT */
    MESSAGE_HEARTBEAT, /* HB */
    MESSAGE_ROLL, /* ROL */
    MESSAGE_COCKED, /* CKD */
    MESSAGE_MISSING, /* MIS */
    MESSAGE_LIFTED, /* LFT */
    MESSAGE_DISTURBED, /* DST */
    MESSAGE_PLACED, /* PLC */
    MESSAGE_FAULTY, /* FLT */
    MESSAGE_COUNT
};

#define MESSAGE_ARGS 9

struct message {
    uint8_t what; /* enum message_name */
    uint32_t args[MESSAGE_ARGS];
};

/* one letter a field: b h w decimal, x y hexadecimal, f flags, A.. a word of that set */
struct message_spec {
    char type[4];
    char fields[10];
};

extern const struct message_spec message_specs[MESSAGE_COUNT] FLASH;
/* the words of each set, each ended by a zero byte, the set by another */
extern const char *const message_words[] FLASH;

static inline struct message make_hello(uint32_t protocol, uint32_t table, uint32_t firmware, uint32_t uid, uint32_t boot, uint32_t reset, uint32_t calibration, uint32_t last_roll)
{
    struct message m = {.what = MESSAGE_HELLO};
    m.args[0] = protocol;
    m.args[1] = table;
    m.args[2] = firmware;
    m.args[3] = uid;
    m.args[4] = boot;
    m.args[5] = reset;
    m.args[6] = calibration;
    m.args[7] = last_roll;
    return m;
}

static inline struct message make_ok(void)
{
    struct message m = {.what = MESSAGE_OK};
    return m;
}

static inline struct message make_refused(uint32_t reason)
{
    struct message m = {.what = MESSAGE_REFUSED};
    m.args[0] = reason;
    return m;
}

static inline struct message make_status(uint32_t state, uint32_t beams, uint32_t present, uint32_t left, uint32_t right)
{
    struct message m = {.what = MESSAGE_STATUS};
    m.args[0] = state;
    m.args[1] = beams;
    m.args[2] = present;
    m.args[3] = left;
    m.args[4] = right;
    return m;
}

static inline struct message make_logged_roll(uint32_t number, uint32_t left, uint32_t right, uint32_t token, uint32_t boot, uint32_t flags)
{
    struct message m = {.what = MESSAGE_LOGGED_ROLL};
    m.args[0] = number;
    m.args[1] = left;
    m.args[2] = right;
    m.args[3] = token;
    m.args[4] = boot;
    m.args[5] = flags;
    return m;
}

static inline struct message make_raw_values(uint32_t centre, uint32_t north_east, uint32_t north_west, uint32_t south_west, uint32_t south_east, uint32_t west, uint32_t north)
{
    struct message m = {.what = MESSAGE_RAW_VALUES};
    m.args[0] = centre;
    m.args[1] = north_east;
    m.args[2] = north_west;
    m.args[3] = south_west;
    m.args[4] = south_east;
    m.args[5] = west;
    m.args[6] = north;
    return m;
}

static inline struct message make_setting(uint32_t value)
{
    struct message m = {.what = MESSAGE_SETTING};
    m.args[0] = value;
    return m;
}

static inline struct message make_self_test_result(uint32_t dead, uint32_t stuck, uint32_t dazzled, uint32_t beams, uint32_t led_rail_mv, uint32_t reference_mv, uint32_t supply_mv)
{
    struct message m = {.what = MESSAGE_SELF_TEST_RESULT};
    m.args[0] = dead;
    m.args[1] = stuck;
    m.args[2] = dazzled;
    m.args[3] = beams;
    m.args[4] = led_rail_mv;
    m.args[5] = reference_mv;
    m.args[6] = supply_mv;
    return m;
}

static inline struct message make_heartbeat(uint32_t uptime_ms, uint32_t boot, uint32_t state, uint32_t health, uint32_t supply_mv, uint32_t bad_frames)
{
    struct message m = {.what = MESSAGE_HEARTBEAT};
    m.args[0] = uptime_ms;
    m.args[1] = boot;
    m.args[2] = state;
    m.args[3] = health;
    m.args[4] = supply_mv;
    m.args[5] = bad_frames;
    return m;
}

static inline struct message make_roll(uint32_t number, uint32_t left, uint32_t right, uint32_t left_down, uint32_t right_down, uint32_t doubt, uint32_t token, uint32_t took_ms, uint32_t flags)
{
    struct message m = {.what = MESSAGE_ROLL};
    m.args[0] = number;
    m.args[1] = left;
    m.args[2] = right;
    m.args[3] = left_down;
    m.args[4] = right_down;
    m.args[5] = doubt;
    m.args[6] = token;
    m.args[7] = took_ms;
    m.args[8] = flags;
    return m;
}

static inline struct message make_cocked(uint32_t pockets, uint32_t nudges)
{
    struct message m = {.what = MESSAGE_COCKED};
    m.args[0] = pockets;
    m.args[1] = nudges;
    return m;
}

static inline struct message make_missing(uint32_t pockets)
{
    struct message m = {.what = MESSAGE_MISSING};
    m.args[0] = pockets;
    return m;
}

static inline struct message make_lifted(uint32_t pockets)
{
    struct message m = {.what = MESSAGE_LIFTED};
    m.args[0] = pockets;
    return m;
}

static inline struct message make_disturbed(uint32_t pockets)
{
    struct message m = {.what = MESSAGE_DISTURBED};
    m.args[0] = pockets;
    return m;
}

static inline struct message make_placed(uint32_t pockets)
{
    struct message m = {.what = MESSAGE_PLACED};
    m.args[0] = pockets;
    return m;
}

static inline struct message make_faulty(uint32_t fault, uint32_t argument)
{
    struct message m = {.what = MESSAGE_FAULTY};
    m.args[0] = fault;
    m.args[1] = argument;
    return m;
}

#endif
