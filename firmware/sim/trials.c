/* Throws many dice into the simulated pockets and counts how the decoder reads them: rightly, not at all,
 * or wrongly. The eye, the calibration and the decoder are the firmware's own; so are the five equal
 * readings within 1.5 seconds. A die the decoder rejects here would be shaken next, which is not counted.
 *
 * usage: tower-trials THROWS SEED [tolerance|rough|tilted|shifted|turned|dead|stuck] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/calibrate.h"
#include "core/decode.h"
#include "generated/geometry.h"
#include "sim/engine.h"
#include "sim/world.h"

enum { ROUNDS = 15, EQUAL = 5, AVERAGING_ROUNDS = 100 };

static struct scan eye;
static struct settings settings;

void control_send(uint8_t byte) { (void)byte; }

static void one_round(void)
{
    do
        engine_run(engine_cycles() + CYCLES_PER_MS);
    while (!scan_tick(&eye));
}

static void calibrate_eye(void)
{
    static const double cards[3] = {-1, 0.95, 0.06};
    struct draft draft = {0};
    for (uint8_t level = 0; level < 3; level++) {
        world_card(cards[level]);
        for (int i = 0; i < AVERAGING_ROUNDS; i++)
            one_round();
        calibrate_take(&draft, level, &eye);
    }
    world_card(-1);
    if (!calibrate_accept(&draft, &settings)) {
        fprintf(stderr, "trials: the calibration was refused\n");
        exit(1);
    }
}

static double between(double low, double high)
{
    return low + (high - low) * world_random();
}

static void lay_die(const char *how, int pocket, int top)
{
    double quarter = 90 * floor(4 * world_random());
    double half = CLEARANCE_MM / 2;
    if (!strcmp(how, "tilted"))
        world_pose(pocket, top, between(-half, half), between(-half, half),
                   quarter + between(-MOST_TURN_DEG, MOST_TURN_DEG), between(8, 45), between(0, 360));
    else if (!strcmp(how, "shifted"))
        world_pose(pocket, top, between(2, 4), between(-4, 4), quarter, 0, 0);
    else if (!strcmp(how, "turned"))
        world_pose(pocket, top, 0, 0, quarter + between(15, 45), 0, 0);
    else
        world_place(pocket, top);
}

/* The face on the glass as the tower would read it, 0 when it would not. */
static void read_both(int faces[2])
{
    int last[2] = {0}, same[2] = {0};
    faces[0] = faces[1] = 0;
    for (int round = 0; round < ROUNDS && !(faces[0] && faces[1]); round++) {
        one_round();
        for (uint8_t pocket = 0; pocket < 2; pocket++) {
            uint8_t signals[POCKET_SENSORS];
            calibrate_scale(&settings, &eye, pocket, signals);
            int face = decode(signals).face;
            same[pocket] = face == last[pocket] ? same[pocket] + 1 : 1;
            last[pocket] = face;
            if (!faces[pocket] && face >= 1 && face <= 6 && same[pocket] >= EQUAL)
                faces[pocket] = face;
        }
    }
}

int main(int argc, char **argv)
{
    long throws = argc > 1 ? atol(argv[1]) : 1000, right = 0, rejected = 0, wrong = 0, spoilt = 0;
    const char *how = argc > 3 ? argv[3] : "tolerance";
    world_start(argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    engine_open(NULL);
    scan_start(&eye, 2);
    calibrate_eye();
    if (!strcmp(how, "rough"))
        world_settings = (struct world_settings){800, 300, 20, 300, 0.12, 0.06, 0.08};
    for (long n = 0; n < throws; n++) {
        int faces[2], tops[2];
        if (!strcmp(how, "dead") || !strcmp(how, "stuck")) {
            if (n)
                world_break_channel((int)((n - 1) % DIE_CHANNELS), 0, -1);
            world_break_channel((int)(n % DIE_CHANNELS), !strcmp(how, "dead"), !strcmp(how, "stuck") ? 2500 : -1);
        }
        for (int pocket = 0; pocket < 2; pocket++)
            lay_die(how, pocket, tops[pocket] = 1 + (int)(6 * world_random()));
        one_round(); /* the round under way when the die came to rest */
        read_both(faces);
        int misread = 0, unread = 0;
        for (int pocket = 0; pocket < 2; pocket++) {
            right += faces[pocket] == 7 - tops[pocket];
            unread += faces[pocket] == 0;
            misread += faces[pocket] && faces[pocket] != 7 - tops[pocket];
        }
        rejected += unread;
        wrong += misread;
        spoilt += unread > 0;
    }
    printf("%s: %ld throws, %ld dice: right %ld (%.3f %%), ", how, throws, 2 * throws, right, 50.0 * right / throws);
    printf("rejected %ld (%.3f %%), ", rejected, 50.0 * rejected / throws);
    printf("misread %ld (%.4f %%); ", wrong, 50.0 * wrong / throws);
    printf("throws with a rejected die %.3f %%\n", 100.0 * spoilt / throws);
    return 0;
}
