/* The tower's end of the line. Events wait in a short queue and are repeated until the host
 * acknowledges them, one at a time; replies are remembered so that a repeated request is answered
 * without being done twice; notices are said once and may be lost. */
#ifndef LINK_H
#define LINK_H

#include <stdint.h>

#include "core/frame.h"

#define LINK_EVENTS 6

struct link {
    struct frame_reader reader;
    struct message events[LINK_EVENTS];
    uint8_t event_count, events_lost, told; /* told: the first event has been sent at least once */
    uint16_t boot, event_number, told_at, retry_ms;
    struct message reply; /* to the request last answered */
    struct frame_id reply_id;
    uint16_t reply_check;
    uint8_t has_reply;
};

void link_start(struct link *link, uint16_t boot);

/* Queue an event. When the queue is full the oldest event that is not a roll makes room. */
void link_event(struct link *link, struct message event);
void link_notice(struct message notice);
void link_reply(struct link *link, struct message reply);

/* Reads what has arrived, at most one request at a time. Returns 1 when link->reader.message is a
 * request to be answered with link_reply(); repetitions and acknowledgements are dealt with here. */
uint8_t link_receive(struct link *link);

/* Once a millisecond: sends or repeats the first event. */
void link_tick(struct link *link, uint16_t now);

#endif
