#include <string.h>

#include "core/crc.h"
#include "core/frame.h"

/* A cursor over one piece of the body; every reader below returns 0 when the text is not as it should be. */
struct cursor {
    const char *at, *end;
};

static uint8_t read_decimal(struct cursor *cursor, uint32_t most, uint32_t *value)
{
    const char *start = cursor->at;
    *value = 0;
    while (cursor->at < cursor->end && *cursor->at >= '0' && *cursor->at <= '9') {
        uint8_t digit = (uint8_t)(*cursor->at++ - '0');
        if (*value > (most - digit) / 10)
            return 0;
        *value = *value * 10 + digit;
    }
    uint8_t digits = (uint8_t)(cursor->at - start);
    return digits == 1 || (digits > 1 && *start != '0');
}

static uint8_t read_hex(struct cursor *cursor, uint8_t digits, uint32_t *value)
{
    *value = 0;
    while (digits--) {
        if (cursor->at == cursor->end)
            return 0;
        char letter = *cursor->at++;
        if (letter >= '0' && letter <= '9')
            *value = *value << 4 | (uint8_t)(letter - '0');
        else if (letter >= 'A' && letter <= 'F')
            *value = *value << 4 | (uint8_t)(letter - 'A' + 10);
        else
            return 0;
    }
    return 1;
}

/* Whether the text at the cursor, up to the next comma, is the word kept in flash. */
static uint8_t read_word(struct cursor *cursor, const char *word)
{
    const char *at = cursor->at;
    for (char letter; (letter = (char)flash_byte(word)); word++, at++)
        if (at == cursor->end || *at != letter)
            return 0;
    if (at != cursor->end && *at != ',')
        return 0;
    cursor->at = at;
    return 1;
}

static uint8_t read_choice(struct cursor *cursor, uint8_t set, uint32_t *value)
{
    const char *word = flash_pointer(&message_words[set]);
    for (*value = 0; flash_byte(word); (*value)++) {
        if (read_word(cursor, word))
            return 1;
        while (flash_byte(word++))
            ;
    }
    return 0;
}

static uint8_t read_field(struct cursor *cursor, char kind, uint32_t *value)
{
    switch (kind) {
    case 'b':
    case 'f':
        return read_decimal(cursor, UINT8_MAX, value);
    case 'h':
        return read_decimal(cursor, UINT16_MAX, value);
    case 'w':
        return read_decimal(cursor, UINT32_MAX, value);
    case 'x':
        return read_hex(cursor, 4, value);
    case 'y':
        return read_hex(cursor, 8, value);
    default:
        return read_choice(cursor, (uint8_t)(kind - 'A'), value);
    }
}

static uint8_t read_id(struct cursor *cursor, struct frame_id *id)
{
    uint32_t number;
    if (!read_decimal(cursor, UINT16_MAX, &number))
        return 0;
    id->kind = ID_REQUEST;
    id->boot = 0;
    if (cursor->at < cursor->end && *cursor->at == '.') {
        cursor->at++;
        id->kind = ID_EVENT;
        id->boot = (uint16_t)number;
        if (!read_decimal(cursor, UINT16_MAX, &number))
            return 0;
    }
    id->number = (uint16_t)number;
    return id->kind == ID_EVENT || number <= UINT8_MAX;
}

static uint8_t comma(struct cursor *cursor)
{
    return cursor->at < cursor->end && *cursor->at++ == ',';
}

static uint8_t find_message(struct cursor *cursor)
{
    uint8_t what = 0;
    while (what < MESSAGE_COUNT && !read_word(cursor, message_specs[what].type))
        what++;
    return what;
}

/* The body is sound: what does it say? */
static enum frame_result understand(struct frame_reader *reader, struct cursor body)
{
    struct message *message = &reader->message;
    message->what = find_message(&body);
    uint8_t known = message->what < MESSAGE_COUNT;
    while (!known && body.at < body.end && *body.at != ',')
        body.at++;
    if (!comma(&body) || !read_id(&body, &reader->id)) {
        reader->damaged++;
        return FRAME_UNFINISHED; /* nobody to answer */
    }
    if (!known)
        return FRAME_UNKNOWN;
    const struct message_spec *spec = &message_specs[message->what];
    char kind;
    for (uint8_t i = 0; (kind = (char)flash_byte(&spec->fields[i])); i++)
        if (!comma(&body) || !read_field(&body, kind, &message->args[i]))
            return FRAME_FIELDS;
    return body.at == body.end ? FRAME_WHOLE : FRAME_FIELDS;
}

/* A line has ended: `text` holds what stood between `$` and CR. */
static enum frame_result check(struct frame_reader *reader)
{
    uint32_t claimed;
    uint8_t body = reader->length < 5 ? 0 : (uint8_t)(reader->length - 5);
    struct cursor tail = {reader->text + body + 1, reader->text + reader->length};
    reader->check = crc_of(reader->text, body);
    if (!body || reader->text[body] != '*' || !read_hex(&tail, 4, &claimed) || claimed != reader->check) {
        reader->damaged++;
        return FRAME_UNFINISHED;
    }
    return understand(reader, (struct cursor){reader->text, reader->text + body});
}

enum frame_result frame_read(struct frame_reader *reader, uint8_t byte)
{
    if (byte == '$') {
        reader->damaged += reader->inside;
        reader->inside = 1;
        reader->length = 0;
        return FRAME_UNFINISHED;
    }
    if (!reader->inside)
        return FRAME_UNFINISHED;
    if (byte == '\r') {
        reader->inside = 0;
        return check(reader);
    }
    if (byte < ' ' || byte > '~' || reader->length == sizeof reader->text) {
        reader->damaged++;
        reader->inside = 0;
        return FRAME_UNFINISHED;
    }
    reader->text[reader->length++] = (char)byte;
    return FRAME_UNFINISHED;
}
