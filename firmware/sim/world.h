/* The world around the simulated tower: two chutes with light barriers, two pockets with dice in them,
 * lamps on the ceiling, and the optics in between. Both simulations (the chip in simavr, the core on
 * the host) look at this one world. All times are microseconds since the start.
 *
 * What the optics model: pips under a footprint, pose and tilt of the die, leakage of the glass, gain
 * that differs from sensor to sensor and drifts, unevenness of the die's surface, daylight and lamp
 * flicker, noise, and the slow settling of phototransistor and multiplexer. What they do not: cross-talk,
 * glare, dirt, and whatever nobody has thought of. See hardware/bench.md. */
#ifndef WORLD_H
#define WORLD_H

#include <stdint.h>

struct world_settings {
    double ambient_mv, flicker_mv, noise_mv, settle_us, drift, unevenness;
    double pip; /* reflectance of a pip; that of a die's face is about 0.9 */
};

extern struct world_settings world_settings;

void world_start(uint64_t seed);
double world_random(void); /* 0 to 1, from the seed */

/* What the tower does to the world. */
void world_select(double us, uint8_t channel, uint8_t lit);
void world_motor(double us, uint8_t on);

/* What the tower sees of it. */
double world_sense_mv(double us);
uint8_t world_beams(double us); /* bit set: broken; also lets time pass */

/* What people do. pocket: 0 left, 1 right; top: the face shown, 1 to 6. */
void world_throw(double us, int pocket, int top);
void world_place(int pocket, int top);
void world_lift(double us, int pocket);
void world_bump(int pocket, int top); /* the die now shows `top`; 0: it lies askew */
void world_card(double response);     /* a card over both pockets: its reflectance; negative: nothing */
void world_beam(int pocket, int broken); /* hold a beam broken */

/* Trouble for the next die thrown into a pocket: it stays cocked, gets stuck before the beam, or never
 * arrives. `nudges`: shakes that free it, 0: none does. */
enum world_trouble { TROUBLE_NONE, TROUBLE_COCKED, TROUBLE_JAMMED, TROUBLE_LOST };
void world_trouble(int pocket, enum world_trouble trouble, int nudges);

/* A channel that does not work: reads `mv` whatever lies there; negative: works. `dead` ones read ambient only. */
void world_break_channel(int channel, int dead, double mv);

/* A tilted or badly placed die, for trials of the decoder. Millimetres and degrees. */
void world_pose(int pocket, int top, double dx, double dy, double turn_deg, double tilt_deg, double tilt_towards_deg);

/* The face on the glass with which a die now rests flat in a pocket, 0 otherwise. */
int world_rests(int pocket);

#endif
