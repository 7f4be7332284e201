"""The dice tower's long proofs: `python scripts/proof_tower.py
pairs|trials|fuzz|unplugs|power-losses|vectors [N]`.

Each prints what it did and what it found, and ends with status 1 when a promise was broken. The last
results are kept in docs/proofs-tower.md.
"""

from __future__ import annotations

import hashlib
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tabletop.devices.calibrating import calibrate
from tabletop.devices.lock_step import LockStep
from tabletop.devices.simulated_tower import BUILD, SimulatedTower, host_command, simavr_command
from tabletop.tower import messages as m
from tabletop.tower.codec import Codec, EventId, Frame, encode
from tabletop.tower.happenings import Rolled, ThrowAgain, ThrowSpoilt
from tabletop.tower.link import Link

ALL_PAIRS = [(left, right) for left in range(1, 7) for right in range(1, 7)]


def check(promise: bool, words: str) -> None:
    """End with status 1 when a promise is broken."""
    if not promise:
        print(f"BROKEN: {words}")
        sys.exit(1)


def calibrated(seed: int = 1) -> Path:
    """The memory image of a tower calibrated in the world of ``seed``."""
    image = Path(tempfile.mkdtemp(prefix="tabletop-proof-")) / "calibrated.eeprom"
    with SimulatedTower(host_command(), seed=seed) as tower:
        calibrate(tower)
        tower.power(on=False)
        tower.command(f"save {image}")
    return image


# ---- all 36 pairs through the chip's binary


def pairs(_: int) -> None:
    """In real time over a pseudo-terminal with pyserial, then twice in lock-step."""
    image = calibrated()
    started = time.monotonic()
    read = real_time_pairs(image)
    seconds = time.monotonic() - started
    print(f"pairs: real time, simavr behind a pseudo-terminal: {len(read)} of 36 right, {seconds:.0f} s")
    check(read == ALL_PAIRS, f"read {read}")
    digests = [lock_step_pairs(image) for _ in range(2)]
    print(f"pairs: lock-step twice: logs {digests[0]} and {digests[1]}")
    check(digests[0] == digests[1], "the two logs differ")


def real_time_pairs(image: Path) -> list[tuple[int, int]]:
    """Read all pairs with the clock on the wall."""
    rolls: list[tuple[int, int]] = []
    link = Link()

    def live(seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end and not until():
            now = time.monotonic()
            link.receive(tower.read(), now)
            link.tick(now)
            if data := link.outgoing():
                tower.write(data)
            rolls.extend((h.left, h.right) for h in link.happenings() if isinstance(h, Rolled))
            time.sleep(0.005)

    with SimulatedTower(simavr_command(), seed=1, realtime=True, memory=image) as tower:
        link.opened(time.monotonic())
        live(3)
        for token, roll in enumerate(ALL_PAIRS, start=1):
            link.arm(token, time.monotonic())
            live(3, lambda: link.status is not None and link.status.state is m.State.ARMED)
            tower.throw(*roll)
            live(8, lambda token=token: len(rolls) == token)  # type: ignore[misc]
            tower.lift("left")
            tower.lift("right")
            live(3, lambda: link.status is not None and link.status.state is m.State.IDLE)
    return rolls


def lock_step_pairs(image: Path) -> str:
    """The MD5 of everything that happened while all pairs were read."""
    with SimulatedTower(simavr_command(), seed=1, memory=image) as tower:
        pair = LockStep(tower)
        pair.run(3000)
        for token, roll in enumerate(ALL_PAIRS, start=1):
            pair.link.arm(token, pair.now)
            pair.run(700)
            tower.throw(*roll)
            pair.run(3000)
            tower.lift("left")
            tower.lift("right")
            pair.run(1200)
        rolls = [(h.left, h.right) for h in pair.log if isinstance(h, Rolled)]
        check(rolls == ALL_PAIRS, f"lock-step read {rolls}")
        return hashlib.md5(repr(pair.log).encode(), usedforsecurity=False).hexdigest()


# ---- the decoder


def trials(count: int) -> None:
    """Monte Carlo of the optics: in the pocket's tolerances, then everything that should not happen."""
    for how in ("tolerance", "rough", "tilted", "shifted", "turned"):
        words = run("tower-trials", str(count or 40_000), "20", how)
        print(words)
        if how == "tolerance":
            spoilt = float(re.search(r"rejected die ([\d.]+)", words).group(1))  # type: ignore[union-attr]
            check("misread 0 " in words and spoilt <= 0.5, words)
    caught = wrong = 0
    for channel in range(14):
        for trouble in ("dead", "stuck 2500"):
            verdict = throw_with_broken(channel, trouble)
            caught += verdict == "caught"
            wrong += verdict == "wrong"
    print(
        f"faults: {caught} of 28 dead or stuck channels stopped a roll before it counted, {wrong} wrong rolls"
    )
    check(caught == 28, "a broken channel was not caught")


def throw_with_broken(channel: int, trouble: str) -> str:
    """What comes of asking for a roll with one channel broken."""
    with SimulatedTower(host_command(), seed=1, memory=MEMORY) as tower:
        pair = LockStep(tower)
        pair.run(3000)
        tower.command(f"channel {channel} {trouble}")
        pair.run(3000)
        pair.link.arm(1, pair.now)
        pair.run(1000)
        tower.throw(4, 5)
        pair.run(9000)
        rolls = [h for h in pair.log if isinstance(h, Rolled)]
        if not rolls:
            return "caught"
        return "right" if (rolls[0].left, rolls[0].right) == (4, 5) else "wrong"


def vectors(_: int) -> None:
    """The chip and the host on the same 100,000 pictures."""
    host = run("vectors-host")
    with SimulatedTower([simavr_command()[0], str(BUILD / "vectors.elf")], seed=1) as chip:
        said = b""
        while b"\n" not in said:
            chip.run(5000)
            said += chip.read()
    faces = Counter(host[:-4])
    print(f"vectors: 100000 pictures, faces read {dict(sorted(faces.items()))}, check sum {host[-4:]}")
    check(said.decode().strip() == host, "the chip and the host disagree")
    print("vectors: the chip in simavr said the same, byte for byte")


def run(program: str, *arguments: str) -> str:
    """What a program of build/firmware prints."""
    return subprocess.run(
        [str(BUILD / program), *arguments], check=True, capture_output=True, text=True
    ).stdout.strip()


# ---- the link


def fuzz(count: int) -> None:
    """Rubbish and damaged frames, at both ends of the line."""
    size = count or 1_000_000
    print(
        "fuzz, firmware (address and undefined-behaviour sanitizers):",
        run("tower-fuzz", str(10 * size), str(size), "7"),
    )
    fuzz_bytes(10 * size)
    fuzz_frames(size)


def fuzz_bytes(size: int) -> None:
    """Random bytes into a link that waits for a roll."""
    dice = random.Random(1)
    link = waiting_link()
    likely = b"$,*.-0123456789ABCDEF\r\nROLHBSTA"
    taken = 0
    for n in range(size // 1000):
        data = dice.randbytes(500) + bytes(dice.choices(likely, k=500))
        link.receive(data, n / 1000)
        taken += sum(isinstance(h, Rolled) for h in link.happenings())
        link.outgoing()
    print(f"fuzz, host: {size} random bytes: no crash, {taken} rolls")
    check(taken == 0, "a roll was made of random bytes")


def fuzz_frames(size: int) -> None:
    """Damaged frames of the tower into a link that waits for a roll."""
    dice = random.Random(2)
    false = sound = 0
    for n in range(size):
        if n % 1000 == 0:
            link = waiting_link()
        original = some_frame(dice, n)
        damaged = mutate(original, dice)
        codec = Codec()
        codec.receive(damaged)
        changed = [f for f in codec.frames() if isinstance(f, Frame) and encode(f.message, f.id) != original]
        sound += len(changed)
        link.receive(damaged, 1.0)
        for happening in link.happenings():
            if isinstance(happening, Rolled):
                truth = encode(m.Roll(*_numbers(original)), EventId(1, 1)) if b"$ROL" in original else b""
                false += not truth or (happening.left, happening.right) != _numbers(original)[1:3]
                link = waiting_link()
        link.outgoing()
    print(f"fuzz, host: {size} damaged frames: no crash, {sound} sound though changed, {false} false rolls")
    check(false == 0, "a false roll")


def _numbers(frame: bytes) -> tuple[int, ...]:
    fields = frame.split(b"*")[0].decode().split(",")[2:]
    return tuple(int(f, 16 if i == 6 else 10) for i, f in enumerate(fields))


def waiting_link() -> Link:
    """A link whose tower is armed."""
    link = Link()
    link.opened(0)
    link.receive(encode(m.Hello(m.VERSION, m.TABLE, 100, 7, 1, m.Reset.POWER, 1, 0), None), 0)
    link.arm(42, 0)
    link.outgoing()
    link.happenings()
    return link


def some_frame(dice: random.Random, n: int) -> bytes:
    """A sound frame of the tower; every second one a roll."""
    left, right = dice.randint(1, 6), dice.randint(1, 6)
    if n % 2:
        roll = m.Roll(
            1,
            left,
            right,
            7 - left,
            7 - right,
            dice.randrange(50),
            42,
            dice.randrange(3000),
            m.RollFlags.NONE,
        )
        return encode(roll, EventId(1, 1))
    others: list[tuple[m.Message, EventId | int | None]] = [
        (m.Heartbeat(dice.randrange(10**6), 1, m.State.ARMED, m.Health.NONE, 5000, 0), None),
        (m.LoggedRoll(1, left, right, 41, 1, m.RollFlags.REPLAY), 1),
        (m.Lifted(m.Pockets.LEFT), EventId(1, 2)),
        (m.Status(m.State.ARMED, m.Pockets.NONE, m.Pockets.NONE, 0, 0), None),
    ]
    return encode(*dice.choice(others))


def mutate(frame: bytes, dice: random.Random) -> bytes:
    """Damage a line the way lines are damaged, and some ways they are not."""
    data = bytearray(frame)
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(data))
        match dice.randrange(6):
            case 0:
                data[at] ^= 1 << dice.randrange(8)
            case 1:
                data[at] = dice.randrange(256)
            case 2:
                data[at] = dice.choice(b"0123456789ABCDEF")
            case 3 if len(data) > 2:
                del data[at]
            case 4:
                data[at:at] = data[max(0, at - 3) : at]
            case _:
                other = dice.randrange(len(data))
                data[at], data[other] = data[other], data[at]
    return bytes(data)


# ---- cables and power


def unplugs(count: int) -> None:
    """Pull the cable at random moments around a throw; the tower keeps its power."""
    interrupt(count or 1000, "unplugs", host_command(), pull_cable)


def power_losses(count: int) -> None:
    """Take the chip's power away at random cycles around a throw."""
    interrupt(count or 1000, "power losses", simavr_command(), lose_power)


def pull_cable(pair: LockStep, dice: random.Random) -> None:
    """The line is gone for a while; the tower goes on."""
    pair.tower.unplug()
    pair.run(dice.uniform(10, 3000))
    pair.tower.plug()


def lose_power(pair: LockStep, dice: random.Random) -> None:
    """The chip stops in the middle of an instruction, and starts again a little later."""
    pair.tower.run_cycles(dice.randrange(160_000))  # type: ignore[attr-defined]
    pair.tower.power(on=False)
    pair.run(dice.uniform(10, 500))
    pair.tower.power(on=True)


def interrupt(
    count: int, name: str, command: list[str], trouble: Callable[[LockStep, random.Random], None]
) -> None:
    """Throw, interrupt, and see that the turn gets exactly one roll: the one that lies there."""
    dice = random.Random(3)
    outcomes: Counter[str] = Counter()
    started = time.monotonic()
    for block in range(0, count, 50):
        with SimulatedTower(command, seed=1, memory=MEMORY) as tower:
            pair = LockStep(tower)
            pair.run(3000)
            for turn in range(block + 1, min(block + 50, count) + 1):
                outcomes[one_turn(pair, turn, dice, trouble)] += 1
    seconds = time.monotonic() - started
    print(f"{name}: {count} in {seconds:.0f} s: {dict(outcomes)}; none invented, none doubled")


def one_turn(
    pair: LockStep, token: int, dice: random.Random, trouble: Callable[[LockStep, random.Random], None]
) -> str:
    """How the turn got its roll."""
    begin = len(pair.log)
    pair.link.arm(token, pair.now)
    pair.run(1000)
    thrown = (dice.randint(1, 6), dice.randint(1, 6))
    pair.tower.throw(*thrown)
    if dice.random() < 0.5:
        pair.run(dice.uniform(0, 2600))
    else:  # the dangerous moment: the roll is being written
        run_until(
            pair, 3000, lambda: pair.link.status is not None and pair.link.status.state is m.State.SAVING
        )
    trouble(pair, dice)
    again = 0
    for _ in range(12):
        run_until(pair, 8000, lambda: any(isinstance(h, Rolled) for h in pair.log[begin:]))
        rolls = [h for h in pair.log[begin:] if isinstance(h, Rolled)]
        if rolls:
            break
        again += 1
        lift(pair)
        pair.run(4000)
        check(
            not any(isinstance(h, Rolled) for h in pair.log[begin:]),
            f"turn {token}: a roll after its dice were lifted",
        )
        thrown = (dice.randint(1, 6), dice.randint(1, 6))
        pair.tower.throw(*thrown)
    pair.run(1500)
    lift(pair)
    rolls = [h for h in pair.log[begin:] if isinstance(h, Rolled)]
    check(len(rolls) == 1, f"turn {token}: {len(rolls)} rolls: {pair.log[begin:]}")
    check((rolls[0].left, rolls[0].right) == thrown, f"turn {token}: {rolls[0]}, but {thrown} lay there")
    if again:
        asked = any(isinstance(h, ThrowAgain | ThrowSpoilt) for h in pair.log[begin:])
        return "thrown again, asked for" if asked else "thrown again, players saw that nothing came"
    return "told from the journal" if rolls[0].replayed else "told live"


def run_until(pair: LockStep, milliseconds: float, done: Callable[[], bool]) -> None:
    """Let time pass until something is so, or the time is up."""
    end = pair.now + milliseconds / 1000
    while pair.now < end and not done():
        pair.run(10)


def lift(pair: LockStep) -> None:
    """Take both dice out."""
    pair.tower.lift("left")
    pair.tower.lift("right")
    pair.run(2000)


PROOFS: dict[str, Callable[[int], None]] = {
    "pairs": pairs,
    "trials": trials,
    "fuzz": fuzz,
    "unplugs": unplugs,
    "power-losses": power_losses,
    "vectors": vectors,
}
MEMORY = Path()

if __name__ == "__main__":
    MEMORY = calibrated()
    PROOFS[sys.argv[1]](int(sys.argv[2]) if len(sys.argv) > 2 else 0)
