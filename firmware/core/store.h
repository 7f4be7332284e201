/* What the tower remembers without power. Everything is kept so that the plug may be pulled at any
 * moment: a record counts only with its check sum, and a new copy never overwrites the only good one.
 *
 *   0x000  boot counter, two copies of 8 bytes
 *   0x020  settings and calibration, two copies of 128 bytes, the higher generation counts
 *   0x180  journal: 40 rolls of 16 bytes, in a ring (40 x 100,000 writes: 4 million rolls)
 */
#ifndef STORE_H
#define STORE_H

#include <stdint.h>

#include "generated/channels.h"

#define JOURNAL_ENTRIES 40

struct settings {
    uint16_t magic, generation;
    uint32_t uid;
    uint8_t settle_ms, nudges, calibrated, reserved;
    uint16_t empty[DIE_CHANNELS], white[DIE_CHANNELS], black[DIE_CHANNELS]; /* sixteenths of a count */
    uint16_t crc;
};

struct journal_entry {
    uint32_t number, token;
    uint16_t boot;
    uint8_t dice; /* left in the upper half, right in the lower */
    uint8_t doubt, flags, reserved;
    uint16_t crc;
};

/* At most one record is being written; store_tick() goes on with it. */
struct store {
    const uint8_t *source; /* 0: nothing to write */
    uint16_t address;
    uint8_t length, done;
    uint16_t boot;
    uint32_t last_roll;
    uint8_t damaged; /* there were settings, but no copy of them is sound */
    struct settings settings;
    struct journal_entry entry; /* being written */
    uint16_t boot_record[2];    /* being written */
};

void store_start(struct store *store); /* reads everything, counts this boot */
void store_tick(struct store *store);
uint8_t store_busy(const struct store *store);

/* Begin to write. Only while not busy. */
void store_save_settings(struct store *store);
void store_save_roll(struct store *store, uint32_t token, uint8_t left, uint8_t right, uint8_t doubt, uint8_t flags);

/* Whether the roll last written can be read back. */
uint8_t store_holds_last_roll(const struct store *store);

/* The roll `back` before the last. Returns 0 when there is none. */
uint8_t store_read_roll(const struct store *store, uint8_t back, struct journal_entry *entry);

uint16_t store_calibration_check(const struct store *store); /* 0: not calibrated */

#endif
