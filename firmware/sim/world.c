#include "sim/world.h"

#include <math.h>
#include <string.h>

#include "generated/channels.h"
#include "generated/geometry.h"

enum { SENSORS = 7, POCKETS = 2 };

#define WHITE_CARD_MV 2500.0 /* of an average sensor */
#define GLASS_MV 150.0       /* what the glass itself sends back */
#define FALLOFF_MM 1.5       /* a surface this far above the glass sends back half */
#define LIFTED_MM 30.0

enum die_state { DIE_NONE, DIE_FALLING, DIE_RESTING, DIE_RISING };

struct die {
    enum die_state state;
    int down; /* the face on the glass */
    double dx, dy, turn, tilt, towards, white, height;
    double gain[SENSORS]; /* drift and unevenness for this throw */
    double response[SENSORS];
    double beam_at, beam_until, rest_at, changed_at;
    enum world_trouble trouble;
    int nudges;
};

struct world_settings world_settings = {400, 100, 10, 200, 0.05, 0.03, 0.06};

static struct {
    uint64_t random;
    struct die dice[POCKETS];
    enum world_trouble next_trouble[POCKETS];
    int next_nudges[POCKETS];
    int beam_held[POCKETS];
    double part_gain[DIE_CHANNELS];
    int dead[CHANNELS];
    double stuck_mv[CHANNELS];
    double card;
    uint8_t channel, lit, motor;
    double value_mv, value_at; /* the lagging output of the multiplexer */
} world;

static const double places[SENSORS][2] = SENSOR_PLACES;
static const int pip_counts[7] = {0, 1, 2, 3, 4, 5, 6};
static const int pips[7][6][2] = {
    {{0}},
    {{0, 0}},
    {{1, 1}, {-1, -1}},
    {{0, 0}, {1, 1}, {-1, -1}},
    {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
    {{0, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
    {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {1, 0}, {-1, 0}},
};

/* ---- chance */

double world_random(void)
{
    world.random ^= world.random << 13;
    world.random ^= world.random >> 7;
    world.random ^= world.random << 17;
    return (double)(world.random >> 11) / 9007199254740992.0;
}

static double between(double low, double high)
{
    return low + (high - low) * world_random();
}

static double gaussian(void)
{
    double u = world_random() + 1e-12, v = world_random();
    return sqrt(-2 * log(u)) * cos(2 * M_PI * v);
}

void world_start(uint64_t seed)
{
    memset(&world, 0, sizeof world);
    world.random = seed * 0x9E3779B97F4A7C15u + 0x1234567;
    for (int i = 0; i < 8; i++)
        world_random();
    for (int n = 0; n < DIE_CHANNELS; n++)
        world.part_gain[n] = between(0.5, 1.5);
    for (int n = 0; n < CHANNELS; n++)
        world.stuck_mv[n] = -1;
    world.card = -1;
}

/* ---- optics */

/* Reflectance of the die above one point of the glass, 0 beside it. */
static double reflectance(const struct die *die, double x, double y)
{
    double cos_turn = cos(die->turn), sin_turn = sin(die->turn);
    double u = cos_turn * (x - die->dx) + sin_turn * (y - die->dy);
    double v = -sin_turn * (x - die->dx) + cos_turn * (y - die->dy);
    double along = u * cos(die->towards) + v * sin(die->towards);
    double height = die->height;
    if (die->tilt > 0) {
        double from_edge = along + DIE_EDGE_MM / 2; /* it stands on the edge opposite to `towards` */
        height += from_edge > 0 ? from_edge * tan(die->tilt) : 0;
        double stretch = 1 / cos(die->tilt) - 1;
        u += along * stretch * cos(die->towards);
        v += along * stretch * sin(die->towards);
    }
    double half = DIE_EDGE_MM / 2;
    if (fabs(u) > half || fabs(v) > half)
        return 0;
    double value = die->white;
    for (int i = 0; i < pip_counts[die->down]; i++)
        if (hypot(u - pips[die->down][i][0] * PIP_PITCH_MM, v - pips[die->down][i][1] * PIP_PITCH_MM) < PIP_RADIUS_MM)
            value = world_settings.pip;
    double ratio = height / FALLOFF_MM;
    return value / (1 + ratio * ratio);
}

/* Average over the footprint of a sensor: rings of points, each standing for the same area. */
static double response_of(const struct die *die, int sensor)
{
    enum { RINGS = 4, POINTS = 12 };
    double sum = 0;
    for (int ring = 0; ring < RINGS; ring++) {
        double radius = FOOTPRINT_RADIUS_MM * sqrt((ring + 0.5) / RINGS);
        for (int i = 0; i < POINTS; i++) {
            double angle = 2 * M_PI * (i + 0.5 * (ring & 1)) / POINTS;
            sum += reflectance(die, places[sensor][0] + radius * cos(angle), places[sensor][1] + radius * sin(angle));
        }
    }
    return sum / (RINGS * POINTS);
}

static void look_again(struct die *die)
{
    for (int i = 0; i < SENSORS; i++)
        die->response[i] = response_of(die, i) * die->gain[i];
}

static double target_mv(double us)
{
    int n = world.channel;
    if (n == CHANNEL_REFERENCE)
        return world.dead[n] ? 0 : REFERENCE_MV;
    if (n == CHANNEL_LED_RAIL)
        return world.lit && !world.dead[n] ? LED_RAIL_MV : 0;
    if (n >= DIE_CHANNELS)
        return 0;
    const struct die *die = &world.dice[n / SENSORS];
    double cover = die->state == DIE_NONE && world.card < 0 ? 1 : 0.25;
    double lamp = 0.5 * world_settings.flicker_mv * (1 + sin(2 * M_PI * 100e-6 * us));
    double mv = cover * (world_settings.ambient_mv + lamp);
    if (world.stuck_mv[n] >= 0 && world.lit)
        return mv + world.stuck_mv[n];
    if (!world.lit || world.dead[n])
        return mv;
    double response = world.card >= 0 ? world.card : die->state == DIE_NONE ? 0 : die->response[n % SENSORS];
    return mv + GLASS_MV * world.part_gain[n] + WHITE_CARD_MV * world.part_gain[n] * response;
}

static void settle(double us)
{
    double gap = us - world.value_at;
    if (gap <= 0)
        return;
    double left = world_settings.settle_us > 0 ? exp(-gap / world_settings.settle_us) : 0;
    double target = target_mv(us);
    world.value_mv = target + (world.value_mv - target) * left;
    world.value_at = us;
}

void world_select(double us, uint8_t channel, uint8_t lit)
{
    settle(us);
    world.channel = channel;
    world.lit = lit;
}

double world_sense_mv(double us)
{
    settle(us);
    double mv = world.value_mv + world_settings.noise_mv * gaussian();
    return mv < 0 ? 0 : mv > SUPPLY_MV ? SUPPLY_MV : mv;
}

/* ---- dice */

static void draw_pose(struct die *die)
{
    die->dx = between(-CLEARANCE_MM / 2, CLEARANCE_MM / 2);
    die->dy = between(-CLEARANCE_MM / 2, CLEARANCE_MM / 2);
    die->turn = between(-MOST_TURN_DEG, MOST_TURN_DEG) * M_PI / 180 + floor(world_random() * 4) * M_PI / 2;
    die->tilt = die->height = 0;
}

static void draw_tilt(struct die *die)
{
    die->tilt = between(10, 40) * M_PI / 180;
    die->towards = between(0, 2 * M_PI);
}

static void draw_surface(struct die *die)
{
    die->white = between(0.85, 1.0);
    double drift = between(-world_settings.drift, world_settings.drift);
    for (int i = 0; i < SENSORS; i++) {
        drift = between(-world_settings.drift, world_settings.drift);
        die->gain[i] = 1 + drift + world_settings.unevenness * gaussian();
    }
}

void world_throw(double us, int pocket, int top)
{
    struct die *die = &world.dice[pocket];
    memset(die, 0, sizeof *die);
    die->state = DIE_FALLING;
    die->down = 7 - top;
    die->trouble = world.next_trouble[pocket];
    die->nudges = world.next_nudges[pocket];
    world.next_trouble[pocket] = TROUBLE_NONE;
    die->beam_at = us + between(50e3, 250e3);
    die->beam_until = die->beam_at + between(8e3, 16e3);
    if (die->trouble == TROUBLE_JAMMED)
        die->beam_until = INFINITY;
    die->rest_at = die->beam_until + between(80e3, 600e3);
    die->changed_at = us;
    draw_surface(die);
    draw_pose(die);
    die->height = LIFTED_MM;
    look_again(die);
}

static void come_to_rest(struct die *die)
{
    if (die->trouble == TROUBLE_LOST) {
        die->state = DIE_NONE;
        return;
    }
    die->state = DIE_RESTING;
    draw_pose(die);
    if (die->trouble == TROUBLE_COCKED)
        draw_tilt(die);
    look_again(die);
}

/* A falling die shows every face in turn; a rising one gets out of sight. */
static void let_time_pass(struct die *die, double us)
{
    if (die->state == DIE_FALLING && us >= die->rest_at) {
        come_to_rest(die);
    } else if (die->state == DIE_FALLING && us > die->beam_until && us - die->changed_at > 20e3) {
        die->changed_at = us;
        int down = die->down;
        die->down = 1 + (int)(world_random() * 6);
        draw_tilt(die);
        die->height = between(0, 4);
        look_again(die);
        die->down = down;
    } else if (die->state == DIE_RISING && us - die->changed_at > 20e3) {
        die->changed_at = us;
        die->height += 3;
        draw_tilt(die);
        look_again(die);
        if (die->height > LIFTED_MM)
            die->state = DIE_NONE;
    }
}

uint8_t world_beams(double us)
{
    uint8_t broken = 0;
    for (int i = 0; i < POCKETS; i++) {
        struct die *die = &world.dice[i];
        let_time_pass(die, us);
        if (world.beam_held[i] || (die->state == DIE_FALLING && us >= die->beam_at && us < die->beam_until))
            broken |= 1 << i;
    }
    return broken;
}

void world_motor(double us, uint8_t on)
{
    if (world.motor == on)
        return;
    world.motor = on;
    if (on)
        return;
    for (int i = 0; i < POCKETS; i++) {
        struct die *die = &world.dice[i];
        if (die->trouble != TROUBLE_NONE && die->nudges > 0 && --die->nudges == 0) {
            if (die->trouble == TROUBLE_JAMMED) {
                die->beam_until = us;
                die->rest_at = us + 300e3;
            }
            die->trouble = TROUBLE_NONE;
        }
        if (die->state == DIE_RESTING)
            come_to_rest(die);
    }
}

void world_place(int pocket, int top)
{
    struct die *die = &world.dice[pocket];
    memset(die, 0, sizeof *die);
    die->down = 7 - top;
    draw_surface(die);
    come_to_rest(die);
}

void world_pose(int pocket, int top, double dx, double dy, double turn_deg, double tilt_deg, double tilt_towards_deg)
{
    struct die *die = &world.dice[pocket];
    world_place(pocket, top);
    die->dx = dx;
    die->dy = dy;
    die->turn = turn_deg * M_PI / 180;
    die->tilt = tilt_deg * M_PI / 180;
    die->towards = tilt_towards_deg * M_PI / 180;
    look_again(die);
}

void world_lift(double us, int pocket)
{
    struct die *die = &world.dice[pocket];
    if (die->state == DIE_NONE)
        return;
    die->state = DIE_RISING;
    die->changed_at = us;
}

void world_bump(int pocket, int top)
{
    struct die *die = &world.dice[pocket];
    if (die->state != DIE_RESTING)
        return;
    draw_pose(die);
    if (top)
        die->down = 7 - top;
    else
        draw_tilt(die);
    look_again(die);
}

void world_card(double response)
{
    world.card = response;
}

void world_beam(int pocket, int broken)
{
    world.beam_held[pocket] = broken;
}

void world_trouble(int pocket, enum world_trouble trouble, int nudges)
{
    world.next_trouble[pocket] = trouble;
    world.next_nudges[pocket] = nudges;
}

void world_break_channel(int channel, int dead, double mv)
{
    world.dead[channel] = dead;
    world.stuck_mv[channel] = mv;
}

int world_rests(int pocket)
{
    const struct die *die = &world.dice[pocket];
    return die->state == DIE_RESTING && die->tilt == 0 ? die->down : 0;
}
