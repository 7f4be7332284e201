"""Turns the tables into C headers: the pins, the simulator's map, the messages."""

from __future__ import annotations

import re

from tables import Message, Protocol, Words

BANNER = "/* Made from firmware/tables/{source} by `make tables`. Do not edit. */\n"


def snake(name: str) -> str:
    """`AskRoll` -> `ask_roll`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def pins_header(pins: dict) -> str:
    """`pins.h`: what the firmware's AVR board needs to know."""
    channels = pins["channels"]
    lines = [BANNER.format(source="pins.toml"), "#ifndef PINS_H", "#define PINS_H", ""]
    lines += [f"#define CLOCK_HZ {pins['board']['clock_hz']}UL", ""]
    for pin in pins["pin"]:
        name = pin["name"].upper()
        lines.append(f"/* {pin['label']}: {pin['use']} */")
        for register in ("PORT", "DDR", "PIN"):
            lines.append(f"#define {name}_{register} {register}{pin['port']}")
        lines.append(f"#define {name}_BIT {pin['bit']}")
        if "adc" in pin:
            lines.append(f"#define {name}_ADC {pin['adc']}")
    lines += ["", "/* addresses of the two multiplexers */"]
    lines += [f"#define LED_RAIL_CHANNEL {channels['led_rail']}"]
    lines += [f"#define REFERENCE_CHANNEL {channels['reference']}", "", "#endif", ""]
    return "\n".join(lines)


def channels_header(pins: dict) -> str:
    """`channels.h`: what the portable core and the simulated optics need to know of the wiring."""
    channels, supply = pins["channels"], pins["board"]["supply_mv"]

    def counts(millivolts: int) -> int:
        return round(millivolts * 1024 / supply)

    def row(name: str) -> str:
        return ", ".join(str(n) for n in channels[name])

    return "\n".join(
        [
            BANNER.format(source="pins.toml"),
            "#ifndef CHANNELS_H",
            "#define CHANNELS_H",
            "",
            "#define CHANNELS 16",
            "#define DIE_CHANNELS 14 /* 0 to 13 look at dice: seven a pocket, left first */",
            "#define POCKET_CHANNELS {" + "{" + row("left") + "}, {" + row("right") + "}}",
            f"#define CHANNEL_LED_RAIL {channels['led_rail']}",
            f"#define CHANNEL_REFERENCE {channels['reference']}",
            f"#define SUPPLY_MV {supply}",
            f"#define LED_RAIL_MV {channels['led_rail_mv']}",
            f"#define REFERENCE_MV {channels['reference_mv']}",
            f"#define LED_RAIL_COUNTS {counts(channels['led_rail_mv'])}",
            f"#define REFERENCE_COUNTS {counts(channels['reference_mv'])}",
            f"#define TEST_TOLERANCE_COUNTS {counts(channels['test_tolerance_mv'])}",
            "",
            "#endif",
            "",
        ]
    )


def sim_header(pins: dict) -> str:
    """`sim_pins.h`: where the simulator finds the same wires."""
    lines = [BANNER.format(source="pins.toml"), "#ifndef SIM_PINS_H", "#define SIM_PINS_H", ""]
    lines += [
        f'#define SIM_MCU "{pins["board"]["mcu"]}"',
        f"#define SIM_CLOCK_HZ {pins['board']['clock_hz']}",
    ]
    for pin in pins["pin"]:
        name = pin["name"].upper()
        lines.append(f"#define SIM_{name}_PORT '{pin['port']}'")
        lines.append(f"#define SIM_{name}_BIT {pin['bit']}")
        if "adc" in pin:
            lines.append(f"#define SIM_{name}_ADC {pin['adc']}")
    return "\n".join([*lines, "", "#endif", ""])


def _enum(words: Words, *, flags: bool) -> list[str]:
    prefix = snake(words.name).upper()
    lines = [f"/* {words.name}: {words.doc} */", "enum {"]
    for index, (value, doc) in enumerate(words.values):
        number = 1 << index if flags else index
        lines.append(f"    {prefix}_{value} = {number}, /* {doc} */")
    return [*lines, "};", ""]


def _maker(message: Message) -> list[str]:
    names = [field.name for field in message.fields]
    parameters = ", ".join(f"uint32_t {name}" for name in names) or "void"
    lines = [f"static inline struct message make_{snake(message.name)}({parameters})", "{"]
    lines.append(f"    struct message m = {{.what = MESSAGE_{snake(message.name).upper()}}};")
    lines += [f"    m.args[{index}] = {name};" for index, name in enumerate(names)]
    return [*lines, "    return m;", "}", ""]


def messages_header(protocol: Protocol) -> str:
    """`messages.h`: words, messages, and a maker for everything the tower says."""
    lines = [BANNER.format(source="messages.toml"), "#ifndef MESSAGES_H", "#define MESSAGES_H", ""]
    lines += ["#include <stdint.h>", '#include "hal/flash.h"', ""]
    lines += [f"#define PROTOCOL_{key.upper()} {value}" for key, value in protocol.settings.items()]
    lines += [f"#define PROTOCOL_TABLE 0x{protocol.check:04X}u", ""]
    for words in protocol.words:
        lines += _enum(words, flags=False)
    for flags in protocol.flags:
        lines += _enum(flags, flags=True)
    lines += ["enum message_name {"]
    lines += [f"    MESSAGE_{snake(m.name).upper()}, /* {m.type} */" for m in protocol.messages]
    lines += ["    MESSAGE_COUNT", "};", ""]
    most = max(len(m.fields) for m in protocol.messages)
    lines += [f"#define MESSAGE_ARGS {most}", ""]
    lines += [
        "struct message {",
        "    uint8_t what; /* enum message_name */",
        "    uint32_t args[MESSAGE_ARGS];",
        "};",
        "",
    ]
    lines += ["/* one letter a field: b h w decimal, x y hexadecimal, f flags, A.. a word of that set */"]
    lines += ["struct message_spec {", "    char type[4];", f"    char fields[{most + 1}];", "};", ""]
    lines += ["extern const struct message_spec message_specs[MESSAGE_COUNT] FLASH;"]
    lines += ["/* the words of each set, each ended by a zero byte, the set by another */"]
    lines += ["extern const char *const message_words[] FLASH;", ""]
    for message in protocol.messages:
        if message.kind in ("reply", "event", "notice"):
            lines += _maker(message)
    return "\n".join([*lines, "#endif", ""])


def messages_source(protocol: Protocol) -> str:
    """`messages.c`: the tables behind `messages.h`, kept in flash."""
    lines = [BANNER.format(source="messages.toml"), '#include "generated/messages.h"', ""]
    lines.append("const struct message_spec message_specs[MESSAGE_COUNT] FLASH = {")
    for message in protocol.messages:
        letters = "".join(protocol.letter(field) for field in message.fields)
        lines.append(f'    {{"{message.type}", "{letters}"}},')
    lines += ["};", ""]
    for words in protocol.words:
        joined = "".join(f"{value}\\0" for value, _ in words.values)
        lines.append(f'static const char {snake(words.name)}_words[] FLASH = "{joined}";')
    lines += ["", "const char *const message_words[] FLASH = {"]
    lines += [f"    {snake(words.name)}_words," for words in protocol.words]
    return "\n".join([*lines, "};", ""])
