/* The dice tower: everything put together. A board calls tower_start() once and tower_work() whenever
 * it has woken up: after every millisecond's conversion, and after bytes have come in. */
#ifndef TOWER_H
#define TOWER_H

#include "core/calibrate.h"
#include "core/health.h"
#include "core/link.h"
#include "core/roll.h"
#include "core/scan.h"
#include "core/store.h"

#define FIRMWARE_VERSION 100 /* hundredfold */

/* A function kept apart: what it needs of the stack it gives back before the next one runs. The chip has
 * 2 KB of RAM for everything, and a message takes 37 bytes. */
#define APART __attribute__((noinline))

struct tower {
    struct scan scan;
    struct roll roll;
    struct store store;
    struct health health;
    struct link link;
    struct draft draft;
    uint32_t token, uptime_ms;
    uint16_t last_now, heartbeat_at, motor_since;
    uint8_t armed, opening, motor_on, saving_roll, state, fault_told, roll_flags;
    uint8_t signals[POCKETS][POCKET_SENSORS];
};

void tower_start(struct tower *tower);
void tower_work(struct tower *tower);

/* requests.c: what the host asks for. */
struct message tower_answer(struct tower *tower, const struct message *request);

/* tower.c, for requests.c */
struct message tower_hello(const struct tower *tower);
struct message tower_status(const struct tower *tower);
uint8_t tower_state(const struct tower *tower);
void tower_nudge(struct tower *tower);
void tower_disarm(struct tower *tower);

#endif
