#include "core/link.h"

#include <string.h>

#include "hal/hal.h"

void link_start(struct link *link, uint16_t boot)
{
    memset(link, 0, sizeof *link);
    link->boot = boot;
    link->event_number = 1;
}

static uint8_t send(struct frame_id id, const struct message *message)
{
    char text[PROTOCOL_FRAME_LIMIT];
    if (hal_send_room() < PROTOCOL_FRAME_LIMIT)
        return 0;
    uint8_t length = frame_write(text, id, message);
    for (uint8_t i = 0; i < length; i++)
        hal_send((uint8_t)text[i]);
    return 1;
}

void link_notice(struct message notice)
{
    send((struct frame_id){.kind = ID_NONE}, &notice);
}

/* ---- events */

static void drop_event(struct link *link, uint8_t index)
{
    link->event_count--;
    memmove(&link->events[index], &link->events[index + 1], (link->event_count - index) * sizeof link->events[0]);
    if (index == 0) {
        link->event_number++;
        link->told = 0;
    }
}

static void make_room(struct link *link)
{
    uint8_t victim = 0;
    while (victim < LINK_EVENTS - 1 && link->events[victim].what == MESSAGE_ROLL)
        victim++;
    drop_event(link, link->events[victim].what == MESSAGE_ROLL ? 0 : victim);
    link->events_lost = 1;
}

void link_event(struct link *link, struct message event)
{
    if (link->event_count == LINK_EVENTS)
        make_room(link);
    link->events[link->event_count++] = event;
}

void link_tick(struct link *link, uint16_t now)
{
    if (!link->event_count)
        return;
    if (link->told && (uint16_t)(now - link->told_at) < link->retry_ms)
        return;
    struct frame_id id = {link->boot, link->event_number, ID_EVENT};
    if (!send(id, &link->events[0]))
        return;
    link->retry_ms = link->told ? link->retry_ms * 2 : PROTOCOL_EVENT_FIRST_RETRY_MS;
    if (link->retry_ms > PROTOCOL_EVENT_LAST_RETRY_MS)
        link->retry_ms = PROTOCOL_EVENT_LAST_RETRY_MS;
    link->told = 1;
    link->told_at = now;
}

static void acknowledged(struct link *link)
{
    const struct frame_id *id = &link->reader.id;
    if (link->event_count && link->told && id->kind == ID_EVENT && id->boot == link->boot &&
        id->number == link->event_number)
        drop_event(link, 0);
    if (!link->event_count)
        link->events_lost = 0;
}

/* ---- requests */

void link_reply(struct link *link, struct message reply)
{
    link->reply = reply;
    link->reply_id = link->reader.id;
    link->reply_check = link->reader.check;
    link->has_reply = 1;
    send(link->reply_id, &link->reply);
}

static uint8_t is_repetition(const struct link *link)
{
    return link->has_reply && link->reader.message.what != MESSAGE_GREET &&
           link->reader.id.number == link->reply_id.number && link->reader.check == link->reply_check;
}

/* A sound frame: is there something to do? */
static uint8_t take(struct link *link, enum frame_result result)
{
    if (result == FRAME_WHOLE && link->reader.message.what == MESSAGE_RECEIVED) {
        acknowledged(link);
        return 0;
    }
    if (link->reader.id.kind != ID_REQUEST)
        return 0;
    if (is_repetition(link)) {
        send(link->reply_id, &link->reply);
        return 0;
    }
    if (result == FRAME_WHOLE)
        return 1;
    link_reply(link, make_refused(result == FRAME_FIELDS ? REASON_FIELDS : REASON_UNKNOWN));
    return 0;
}

uint8_t link_receive(struct link *link)
{
    /* An answer must fit before a question is read; what has not been read waits in the board's buffer. */
    while (hal_send_room() >= PROTOCOL_FRAME_LIMIT) {
        int16_t byte = hal_receive();
        if (byte < 0)
            return 0;
        enum frame_result result = frame_read(&link->reader, (uint8_t)byte);
        if (result != FRAME_UNFINISHED && take(link, result))
            return 1;
    }
    return 0;
}
