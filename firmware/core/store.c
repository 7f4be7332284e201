#include "core/store.h"

#include <stddef.h>
#include <string.h>

#include "core/crc.h"
#include "hal/hal.h"

#define MAGIC 0x7AB1 /* raised by one when the layout changes */
#define BOOT_AT 0x000
#define BOOT_STEP 8
#define SETTINGS_AT 0x020
#define SETTINGS_STEP 128
#define JOURNAL_AT 0x180

enum { SETTLE_MS = 2, NUDGES = 3 };

_Static_assert(sizeof(struct journal_entry) == 16, "a journal entry is 16 bytes");
_Static_assert(sizeof(struct settings) <= SETTINGS_STEP, "the settings fit their place");
_Static_assert(JOURNAL_AT + JOURNAL_ENTRIES * sizeof(struct journal_entry) <= 1024, "the chip has 1 KB");

static void read_block(uint16_t address, void *target, uint8_t length)
{
    uint8_t *bytes = target;
    while (length--)
        *bytes++ = hal_memory_read(address++);
}

static void write_block(struct store *store, uint16_t address, const void *source, uint8_t length)
{
    store->source = source;
    store->address = address;
    store->length = length;
    store->done = 0;
}

uint8_t store_busy(const struct store *store)
{
    return store->source != 0;
}

void store_tick(struct store *store)
{
    if (!store->source || !hal_memory_ready())
        return;
    while (store->done < store->length) {
        uint16_t address = store->address + store->done;
        uint8_t value = store->source[store->done++];
        if (hal_memory_read(address) != value) {
            hal_memory_write(address, value);
            return;
        }
    }
    store->source = 0;
}

/* ---- boot counter: the copies take turns */

static uint16_t read_boot(uint8_t copy)
{
    uint16_t record[2];
    read_block(BOOT_AT + copy * BOOT_STEP, record, sizeof record);
    return record[1] == crc_of(record, 2) ? record[0] : 0;
}

static void count_boot(struct store *store)
{
    uint16_t even = read_boot(0), odd = read_boot(1);
    /* modulo 2^16, so that the counter may wrap */
    uint16_t last = (int16_t)(even - odd) > 0 ? even : odd;
    uint16_t next = last + 1;
    store->boot = next ? next : 1; /* 0 stands for "no sound record" */
    store->boot_record[0] = store->boot;
    store->boot_record[1] = crc_of(store->boot_record, 2);
    write_block(store, BOOT_AT + (store->boot & 1) * BOOT_STEP, store->boot_record, sizeof store->boot_record);
}

/* ---- settings */

static uint8_t read_settings(struct settings *settings, uint8_t copy)
{
    read_block(SETTINGS_AT + copy * SETTINGS_STEP, settings, sizeof *settings);
    return settings->magic == MAGIC && settings->crc == crc_of(settings, offsetof(struct settings, crc));
}

static void load_settings(struct store *store)
{
    struct settings other;
    uint8_t first = read_settings(&store->settings, 0);
    uint8_t second = read_settings(&other, 1);
    uint8_t blank = store->settings.magic == 0xFFFF && other.magic == 0xFFFF;
    if (second && (!first || (int16_t)(other.generation - store->settings.generation) > 0))
        store->settings = other;
    if (first || second)
        return;
    store->damaged = !blank;
    memset(&store->settings, 0, sizeof store->settings);
    store->settings.magic = MAGIC;
    store->settings.settle_ms = SETTLE_MS;
    store->settings.nudges = NUDGES;
}

void store_save_settings(struct store *store)
{
    struct settings *settings = &store->settings;
    settings->generation++;
    settings->crc = crc_of(settings, offsetof(struct settings, crc));
    store->damaged = 0;
    write_block(store, SETTINGS_AT + (settings->generation & 1) * SETTINGS_STEP, settings, sizeof *settings);
}

uint16_t store_calibration_check(const struct store *store)
{
    if (!store->settings.calibrated)
        return 0;
    uint16_t check = crc_of(store->settings.empty, 6 * DIE_CHANNELS);
    return check ? check : 1;
}

/* ---- journal */

static uint8_t read_entry(uint8_t slot, struct journal_entry *entry)
{
    read_block(JOURNAL_AT + slot * sizeof *entry, entry, sizeof *entry);
    return entry->number && entry->number % JOURNAL_ENTRIES == slot &&
           entry->crc == crc_of(entry, offsetof(struct journal_entry, crc));
}

static void find_last_roll(struct store *store)
{
    struct journal_entry entry;
    store->last_roll = 0;
    for (uint8_t slot = 0; slot < JOURNAL_ENTRIES; slot++)
        if (read_entry(slot, &entry) && entry.number > store->last_roll)
            store->last_roll = entry.number;
}

void store_save_roll(struct store *store, uint32_t token, uint8_t left, uint8_t right, uint8_t doubt, uint8_t flags)
{
    struct journal_entry *entry = &store->entry;
    entry->number = ++store->last_roll;
    entry->token = token;
    entry->boot = store->boot;
    entry->dice = (uint8_t)(left << 4) | right;
    entry->doubt = doubt;
    entry->flags = flags;
    entry->reserved = 0;
    entry->crc = crc_of(entry, offsetof(struct journal_entry, crc));
    write_block(store, JOURNAL_AT + entry->number % JOURNAL_ENTRIES * sizeof *entry, entry, sizeof *entry);
}

uint8_t store_read_roll(const struct store *store, uint8_t back, struct journal_entry *entry)
{
    if (back >= JOURNAL_ENTRIES || back >= store->last_roll)
        return 0;
    uint32_t number = store->last_roll - back;
    return read_entry(number % JOURNAL_ENTRIES, entry) && entry->number == number;
}

uint8_t store_holds_last_roll(const struct store *store)
{
    struct journal_entry entry;
    return store_read_roll(store, 0, &entry);
}

void store_start(struct store *store)
{
    memset(store, 0, sizeof *store);
    load_settings(store);
    find_last_roll(store);
    count_boot(store);
}
