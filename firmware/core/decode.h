/* Which face lies on the glass? The seven signals of a pocket are compared with templates of all faces
 * in all poses a die can take there; the nearest wins, but only by a margin. A doubtful picture is
 * "unreadable", never a guess. */
#ifndef DECODE_H
#define DECODE_H

#include <stdint.h>

#define POCKET_SENSORS 7

enum { FACE_NONE = 0, FACE_UNREADABLE = 7 }; /* between them: the face on the glass, 1 to 6 */

struct reading {
    uint8_t face;
    uint8_t doubt;   /* nearest distance in percent of the second face's; 100 when unreadable */
    uint16_t best;   /* distance to the nearest template, 200 = one sensor wrong from white to black */
    uint16_t second; /* distance to the nearest template of any other face */
};

/* signals: black 0, white 200 */
struct reading decode(const uint8_t signals[POCKET_SENSORS]);

#endif
