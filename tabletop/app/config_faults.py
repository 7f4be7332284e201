"""What is wrong with a configuration, in words: the key, what stands there, and what may stand there.

The words are made of the schema of the configuration itself, so that what is told to be allowed is what is
checked.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from pydantic_core import ErrorDetails

Schema = dict[str, Any]


def key_of(fault: ErrorDetails) -> str:
    """Where a fault is: "[camera] kind", or "[camera]"."""
    section, *keys = (str(part) for part in fault["loc"])
    return f"[{section}] {keys[0]}" if keys else f"[{section}]"


def in_words(fault: ErrorDetails, config: type[BaseModel]) -> str:
    """One fault: its key, what is wrong, and what is allowed."""
    section, *keys = (str(part) for part in fault["loc"])
    where = key_of(fault)
    if fault["type"] == "extra_forbidden":
        there_are = ", ".join(_keys(config, section) if keys else _sections(config))
        return f"{where}: is not a key that means anything; there are {there_are}"
    if not keys:
        return f"{where}: is a section: write {where} in a line of its own, and its keys below it"
    if fault["type"] == "value_error":
        return f"{where}: {fault['msg'].removeprefix('Value error, ')}"
    allowed = _keys(config, section)[keys[0]]
    if len(keys) > 1:  # one item of a list
        allowed = allowed["prefixItems"][int(keys[1])]
    return f"{where}: {_as_written(fault['input'])} is not {_allowed(allowed)}"


def _as_written(value: object) -> str:
    """A value nearly as it stands in the file."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _schema(config: type[BaseModel]) -> Schema:
    return config.model_json_schema()


def _sections(config: type[BaseModel]) -> Schema:
    sections: Schema = _schema(config)["properties"]
    return sections


def _keys(config: type[BaseModel], section: str) -> Schema:
    """The keys of a section, and what each may be."""
    schema = _schema(config)
    about = schema["properties"][section]
    name = about["$ref"] if "$ref" in about else about["allOf"][0]["$ref"]  # pydantic before 2.9 wraps it
    keys: Schema = schema["$defs"][name.rpartition("/")[2]]["properties"]
    return keys


def _allowed(key: Schema) -> str:
    """What may stand at a key: "a whole number from 0 to 99", "one of usb, film"."""
    if "anyOf" in key:
        return _allowed(key["anyOf"][0])
    if "enum" in key:
        return f"one of {', '.join(key['enum'])}"
    match key["type"]:
        case "integer":
            return f"a whole number{_range(key)}"
        case "number":
            return f"a number{_range(key)}"
        case "boolean":
            return "true or false"
        case "array":
            parts = " and ".join(_allowed(part) for part in key["prefixItems"])
            return f"[{parts}], as {key['default']}"
        case _ if key.get("format") == "path":
            return "the path of a file, in quotes"
        case _:
            longest = f" of at most {key['maxLength']} characters" if "maxLength" in key else ""
            return f"a line of text in quotes{longest}"


def _range(key: Schema) -> str:
    if "exclusiveMinimum" in key:
        return f" above {key['exclusiveMinimum']:g} and up to {key['maximum']:g}"
    if "minimum" in key:
        return f" from {key['minimum']:g} to {key['maximum']:g}"
    return ""
