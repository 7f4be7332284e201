/* A simulated tower as a program: a pseudo-terminal for the host to open, and a control channel on
 * standard input and output for whoever plays the world. One command a line, one answer a line: "ok ..."
 * or "error ...". Usage: tower-sim LINK SEED [PROGRAM] [--realtime]
 *
 * In lock-step (the default) time passes only by `run CYCLES BYTES`: the tower first takes in BYTES bytes,
 * counted since the port was plugged in, runs, and answers with the time and the number of bytes it has
 * sent. So two runs with the same commands give the same log. With --realtime it keeps pace with the clock. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "sim/engine.h"
#include "sim/world.h"

enum { WAIT_MS = 2000 };

static int master = -1, slave = -1;
static const char *link_path;
static unsigned long bytes_in, bytes_out;
static unsigned char pending[8192];
static unsigned pending_length;
static FILE *answers;

static double now_us(void)
{
    return (double)engine_cycles() / 16;
}

/* ---- the port */

static int plug(void)
{
    struct termios raw;
    if (master >= 0)
        return 1;
    if (openpty(&master, &slave, NULL, NULL, NULL))
        return 0;
    tcgetattr(slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    fcntl(master, F_SETFL, O_NONBLOCK);
    unlink(link_path);
    bytes_in = bytes_out = 0;
    return symlink(ttyname(slave), link_path) == 0;
}

static void unplug(void)
{
    if (master < 0)
        return;
    unlink(link_path);
    close(slave);
    close(master);
    master = slave = -1;
    pending_length = 0;
}

static void flush_out(void)
{
    unsigned done = 0;
    while (master >= 0 && done < pending_length) {
        ssize_t n = write(master, pending + done, pending_length - done);
        if (n <= 0)
            break; /* nobody reads: the bytes are lost, as on a real line */
        done += (unsigned)n;
    }
    pending_length = 0;
}

void control_send(uint8_t byte)
{
    if (master < 0)
        return;
    bytes_out++;
    pending[pending_length++] = byte;
    if (pending_length == sizeof pending)
        flush_out();
}

static void take_in(void)
{
    unsigned char buffer[256];
    ssize_t n;
    while (master >= 0 && (n = read(master, buffer, sizeof buffer)) > 0)
        for (ssize_t i = 0; i < n; i++, bytes_in++)
            engine_receive(buffer[i]);
}

/* The kernel hands over what was written to the other end a little later: wait for it. */
static void take_in_until(unsigned long wanted)
{
    for (int waited = 0; master >= 0 && waited < WAIT_MS; waited++) {
        take_in();
        if (bytes_in >= wanted)
            return;
        struct pollfd fd = {master, POLLIN, 0};
        poll(&fd, 1, 1);
    }
}

/* ---- commands */

static int pocket_of(const char *word)
{
    return !strcmp(word, "right");
}

static void ok(void)
{
    fprintf(answers, "ok\n");
}

static void do_run(const char *rest)
{
    unsigned long long cycles = 0;
    unsigned long wanted = 0;
    sscanf(rest, "%llu %lu", &cycles, &wanted);
    take_in_until(wanted);
    engine_run(engine_cycles() + cycles);
    flush_out();
    fprintf(answers, "ok %llu %lu\n", (unsigned long long)engine_cycles(), bytes_out);
}

static void do_die(const char *verb, const char *rest)
{
    char side[16] = "";
    int top = 0;
    sscanf(rest, "%15s %d", side, &top);
    int pocket = pocket_of(side);
    if (!strcmp(verb, "throw"))
        world_throw(now_us(), pocket, top);
    else if (!strcmp(verb, "place"))
        world_place(pocket, top);
    else if (!strcmp(verb, "bump"))
        world_bump(pocket, top);
    else
        world_lift(now_us(), pocket);
    ok();
}

static void do_trouble(enum world_trouble trouble, const char *rest)
{
    char side[16] = "";
    int nudges = 0;
    sscanf(rest, "%15s %d", side, &nudges);
    world_trouble(pocket_of(side), trouble, nudges);
    ok();
}

static void do_beam(const char *rest)
{
    char side[16] = "";
    int broken = 0;
    sscanf(rest, "%15s %d", side, &broken);
    world_beam(pocket_of(side), broken);
    ok();
}

static void do_channel(const char *rest)
{
    char how[16] = "";
    int channel = 0;
    double mv = -1;
    sscanf(rest, "%d %15s %lf", &channel, how, &mv);
    world_break_channel(channel & 15, !strcmp(how, "dead"), !strcmp(how, "stuck") ? mv : -1);
    ok();
}

static void do_light(const char *rest)
{
    struct world_settings *s = &world_settings;
    sscanf(rest, "%lf %lf %lf %lf %lf %lf", &s->ambient_mv, &s->flicker_mv, &s->noise_mv, &s->settle_us, &s->drift,
           &s->unevenness);
    ok();
}

static void do_power(const char *rest)
{
    engine_power(!strcmp(rest, "on"));
    flush_out();
    ok();
}

static void do_memory(const char *verb, const char *rest)
{
    uint8_t image[MEMORY_SIZE];
    if (!strcmp(verb, "blank")) {
        memset(image, 0xFF, sizeof image);
        engine_memory(image, 1);
        ok();
        return;
    }
    if (!strcmp(verb, "spoil")) { /* a byte of every 16 */
        engine_memory(image, 0);
        for (unsigned i = 0; i < sizeof image; i += 16)
            image[i + (unsigned)(world_random() * 16)] ^= 1 + (uint8_t)(world_random() * 254);
        engine_memory(image, 1);
        ok();
        return;
    }
    int save = !strcmp(verb, "save");
    FILE *file = fopen(rest, save ? "wb" : "rb");
    size_t done = 0;
    if (file) {
        if (save)
            engine_memory(image, 0);
        done = save ? fwrite(image, 1, sizeof image, file) : fread(image, 1, sizeof image, file);
        fclose(file);
        if (!save && done == sizeof image)
            engine_memory(image, 1);
    }
    fprintf(answers, done == sizeof image ? "ok\n" : "error cannot %s %s\n", verb, rest);
}

/* Returns 0 to quit. */
static int obey(char *line)
{
    char *rest = strchr(line, ' ');
    line[strcspn(line, "\n")] = 0;
    if (rest)
        *rest++ = 0;
    else
        rest = line + strlen(line);

    if (!strcmp(line, "quit")) {
        ok();
        return 0;
    } else if (!strcmp(line, "run")) {
        do_run(rest);
    } else if (!strcmp(line, "throw") || !strcmp(line, "place") || !strcmp(line, "bump") || !strcmp(line, "lift")) {
        do_die(line, rest);
    } else if (!strcmp(line, "cock")) {
        do_trouble(TROUBLE_COCKED, rest);
    } else if (!strcmp(line, "jam")) {
        do_trouble(TROUBLE_JAMMED, rest);
    } else if (!strcmp(line, "lose")) {
        do_trouble(TROUBLE_LOST, rest);
    } else if (!strcmp(line, "beam")) {
        do_beam(rest);
    } else if (!strcmp(line, "card")) {
        world_card(atof(rest));
        ok();
    } else if (!strcmp(line, "channel")) {
        do_channel(rest);
    } else if (!strcmp(line, "light")) {
        do_light(rest);
    } else if (!strcmp(line, "supply")) {
        engine_supply(atoi(rest));
        ok();
    } else if (!strcmp(line, "power")) {
        do_power(rest);
    } else if (!strcmp(line, "reset")) {
        engine_reset();
        ok();
    } else if (!strcmp(line, "pips")) {
        world_settings.pip = atof(rest);
        ok();
    } else if (!strcmp(line, "stack")) {
        fprintf(answers, "ok %u\n", engine_stack());
    } else if (!strcmp(line, "hang")) {
        engine_hang();
        ok();
    } else if (!strcmp(line, "plug")) {
        fprintf(answers, plug() ? "ok\n" : "error no pseudo-terminal\n");
    } else if (!strcmp(line, "unplug")) {
        unplug();
        ok();
    } else if (!strcmp(line, "save") || !strcmp(line, "load") || !strcmp(line, "blank") || !strcmp(line, "spoil")) {
        do_memory(line, rest);
    } else {
        fprintf(answers, "error unknown command %s\n", line);
    }
    return 1;
}

/* ---- real time */

static uint64_t clock_cycles(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 16000000u + (uint64_t)t.tv_nsec * 2 / 125;
}

static void keep_pace(void)
{
    char line[256];
    uint64_t start = clock_cycles() - engine_cycles();
    for (;;) {
        struct pollfd fds[2] = {{STDIN_FILENO, POLLIN, 0}, {master, POLLIN, 0}};
        poll(fds, master >= 0 ? 2 : 1, 1);
        if (fds[0].revents) {
            if (!fgets(line, sizeof line, stdin) || !obey(line))
                return;
            fflush(answers);
        }
        take_in();
        engine_run(clock_cycles() - start);
        flush_out();
    }
}

int main(int argc, char **argv)
{
    char line[256];
    if (argc < 3) {
        fprintf(stderr, "usage: tower-sim LINK SEED [PROGRAM] [--realtime]\n");
        return 2;
    }
    answers = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO); /* libsimavr prints to standard output */
    setvbuf(stdin, NULL, _IONBF, 0);    /* poll() must see what has not been read */
    int realtime = !strcmp(argv[argc - 1], "--realtime");
    link_path = argv[1];
    world_start(strtoull(argv[2], NULL, 10));
    engine_open(argc - realtime > 3 ? argv[3] : NULL);
    if (!plug()) {
        fprintf(stderr, "tower-sim: cannot make a pseudo-terminal at %s: %s\n", link_path, strerror(errno));
        return 2;
    }
    fprintf(answers, "ready %s\n", link_path);
    fflush(answers);
    if (realtime)
        keep_pace();
    else
        while (fgets(line, sizeof line, stdin) && obey(line))
            fflush(answers);
    fflush(answers);
    unplug();
    return 0;
}
