/* When is a throw a roll? Two dice pass their beams, fall into their pockets, come to rest and are
 * read the same five times running. A die on edge is shaken, then the throw is void; a die that does
 * not arrive voids it too; a die that never passed a beam was put there by hand. Once reported a roll
 * is latched: it is only ended by lifting the dice.
 *
 * This file knows no port, pin or message: readings and beams go in, outcomes come out. */
#ifndef ROLL_H
#define ROLL_H

#include <stdint.h>

#include "core/decode.h"

#define POCKETS 2
#define BOTH_POCKETS 3 /* as a set of bits: 1 left, 2 right */

enum roll_phase { ROLL_CALM, ROLL_THROWN, ROLL_LATCHED, ROLL_VOID };

enum pocket_phase {
    POCKET_WAITING,
    POCKET_FALLING,
    POCKET_SETTLING,
    POCKET_READ,
    POCKET_COCKED,
    POCKET_MISSING,
    POCKET_PLACED,
};

enum roll_outcome {
    OUTCOME_NONE,
    OUTCOME_NUDGE,
    OUTCOME_SETTLED,
    OUTCOME_COCKED,
    OUTCOME_MISSING,
    OUTCOME_PLACED,
    OUTCOME_LIFTED,
    OUTCOME_DISTURBED,
};

struct pocket {
    enum pocket_phase phase;
    struct reading reading; /* the newest */
    uint8_t same;           /* how many readings in a row had this face, up to 255 */
    uint8_t face, doubt;    /* as read when it settled */
    uint16_t since;         /* last beam, or start of settling */
    uint16_t fell_at;       /* first beam */
};

struct roll {
    enum roll_phase phase;
    struct pocket pockets[POCKETS];
    uint16_t thrown_at, took_ms;
    uint8_t opening, nudges, most_nudges;
    uint8_t about;     /* the pockets an outcome speaks of */
    uint8_t lifted, disturbed;
};

/* After a start whatever lies in the pockets is no roll: the first phase is VOID until they are empty. */
void roll_start(struct roll *roll, uint8_t most_nudges);

void roll_beam(struct roll *roll, uint8_t pockets, uint16_t now);
enum roll_outcome roll_step(struct roll *roll, const struct reading readings[POCKETS], uint8_t beams, uint16_t now);
void roll_void(struct roll *roll);

uint8_t roll_pockets_empty(const struct roll *roll);
uint8_t roll_present(const struct roll *roll); /* set of pockets that are not empty */
uint8_t roll_tumbling(const struct roll *roll);

#endif
