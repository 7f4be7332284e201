/* Frames: `$TYPE,id,field,...*CRC\r\n`. Written from a message and its id; read byte by byte. */
#ifndef FRAME_H
#define FRAME_H

#include <stdint.h>

#include "generated/messages.h"

/* What an id says: the number of a request, the boot and number of an event, or nothing ("-"). */
struct frame_id {
    uint16_t boot, number;
    enum { ID_NONE, ID_REQUEST, ID_EVENT } kind;
};

/* Writes the whole frame into `text` (PROTOCOL_FRAME_LIMIT bytes) and returns its length. */
uint8_t frame_write(char *text, struct frame_id id, const struct message *message);

enum frame_result {
    FRAME_UNFINISHED,
    FRAME_WHOLE,
    FRAME_UNKNOWN, /* sound, but no such request: `id` is set */
    FRAME_FIELDS,  /* sound, but its fields make no sense: `id` is set */
};

struct frame_reader {
    char text[PROTOCOL_FRAME_LIMIT];
    uint8_t length, inside;
    uint16_t damaged; /* frames dropped */
    uint16_t check;   /* check sum of the frame last read: tells a repetition from a new request */
    struct frame_id id;
    struct message message;
};

enum frame_result frame_read(struct frame_reader *reader, uint8_t byte);

#endif
