/* Made from firmware/tables/messages.toml by `make tables`. Do not edit. */

#include "generated/messages.h"

const struct message_spec message_specs[MESSAGE_COUNT] FLASH = {
    {"HI", "bb"},
    {"ARM", "yB"},
    {"DIS", ""},
    {"STQ", ""},
    {"RLQ", "b"},
    {"RAW", "bE"},
    {"CAL", "F"},
    {"SET", "Gw"},
    {"GET", "G"},
    {"TST", ""},
    {"NUD", ""},
    {"ACK", ""},
    {"HEL", "bxhyhHxw"},
    {"OK", ""},
    {"NAK", "C"},
    {"STA", "Affbb"},
    {"LOG", "wbbyhf"},
    {"VAL", "hhhhhhh"},
    {"CFG", "w"},
    {"HLT", "xxxfhhh"},
    {"HB", "whAfhh"},
    {"ROL", "wbbbbbyhf"},
    {"CKD", "fb"},
    {"MIS", "f"},
    {"LFT", "f"},
    {"DST", "f"},
    {"PLC", "f"},
    {"FLT", "Dh"},
};

static const char state_words[] FLASH = "TESTING\0IDLE\0ARMED\0TUMBLING\0SETTLING\0SAVING\0HELD\0VOID\0BLOCKED\0";
static const char mode_words[] FLASH = "TURN\0OPENING\0";
static const char reason_words[] FLASH = "UNKNOWN\0FIELDS\0VERSION\0BUSY\0UNCALIBRATED\0FAULT\0NONE\0RANGE\0LOCKED\0";
static const char fault_words[] FLASH = "LED_RAIL\0REFERENCE\0DEAD\0STUCK\0AMBIENT\0BEAM\0MEMORY\0SUPPLY\0";
static const char level_words[] FLASH = "DARK\0LIT\0SCALED\0EMPTY\0WHITE\0BLACK\0MEAN\0";
static const char step_words[] FLASH = "EMPTY\0WHITE\0BLACK\0SAVE\0DROP\0";
static const char key_words[] FLASH = "UID\0SETTLE_MS\0NUDGES\0";
static const char reset_words[] FLASH = "POWER\0EXTERNAL\0BROWNOUT\0WATCHDOG\0";

const char *const message_words[] FLASH = {
    state_words,
    mode_words,
    reason_words,
    fault_words,
    level_words,
    step_words,
    key_words,
    reset_words,
};
