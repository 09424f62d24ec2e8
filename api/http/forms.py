"""Validation of bodies and queries: one problem per member, worded for the caller."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar, cast

import msgspec
from litestar.exceptions import ValidationException

T = TypeVar("T")
LONGEST_NAME = 100
MOST_PROBLEMS = 50


class Problem(NamedTuple):
    """A member by its path, the rule it breaks, and a sentence about it."""

    path: str
    rule: str
    message: str


class Malformed(ValidationException):
    """A body that does not have the form of its route; no problems when it is not JSON at all."""

    def __init__(self, problems: Sequence[Problem] = ()) -> None:
        super().__init__("This is not JSON." if not problems else "The body is malformed.")
        self.problems = problems


def read_as(members: Mapping[str, Any], shape: type[T]) -> T:
    """The members in one of several forms that a route takes. Raises `Malformed`."""
    if problems := problems_in(members, shape):
        raise Malformed(problems)
    return msgspec.convert(members, shape)


def problems_in(body: Any, shape: Any) -> list[Problem]:
    """Every member of the body that is wrong, and of a member with several faults the first."""
    try:
        msgspec.convert(body, shape, str_keys=True)
    except msgspec.ValidationError as fault:
        whole = worded(str(fault))
    except RecursionError:
        return [Problem("", "type", "This is nested too deeply.")]
    else:
        return []
    if not isinstance(body, dict) or not (isinstance(shape, type) and issubclass(shape, msgspec.Struct)):
        return [whole]
    return _problems_of_members(cast("dict[str, Any]", body), shape)[:MOST_PROBLEMS] or [whole]


def _problems_of_members(body: Mapping[str, Any], shape: type[msgspec.Struct]) -> list[Problem]:
    found: list[Problem] = []
    members = {field.encode_name: field for field in msgspec.structs.fields(shape)}
    for name, member in members.items():
        if name in body:
            for problem in problems_in(body[name], member.type):
                joint = "" if problem.path[:1] in ("", "[") else "."
                found.append(problem._replace(path=f"{name}{joint}{problem.path}"))
        elif member.required:
            found.append(Problem(name, "required", NEEDED))
    if shape.__struct_config__.forbid_unknown_fields:
        found += [Problem(_shown(name), "unknown", UNKNOWN) for name in body if name not in members]
    return found


NEEDED = "A value is needed."
UNKNOWN = "There is no such member."
_KINDS: Mapping[str, str] = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
    "uuid": "an id",
    "date": "a day",
    "datetime": "a moment",
}
_MEASURES: Mapping[str, tuple[str, str]] = {
    "str": ("character", "characters"),
    "array": ("entry", "entries"),
    "object": ("member", "members"),
}
_NEEDED = re.compile(r"Object missing required field `(.*)`\Z", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`\Z", re.DOTALL)
_LENGTH = re.compile(r"Expected `(str|array|object)` of length (<=|>=) (\d+)\Z")
_BOUND = re.compile(r"Expected `(?:int|float)` (<=|>=|<|>) (\S+)\Z")
_KIND = re.compile(r"Expected `([a-z]+(?: \| [a-z]+)*)`(?:, got .*)?\Z", re.DOTALL)
_PATTERN = re.compile(r"Expected `str` matching regex ")
_FORMS: Sequence[tuple[str, str]] = (
    ("Invalid UUID", "This is no id."),
    ("Invalid RFC3339 encoded datetime", "This is no moment: write it as 2026-01-31T09:30:00.000Z."),
    ("Expected `datetime` with a timezone component", "This moment needs its zone: end it with Z."),
    ("Invalid RFC3339 encoded date", "This is no day: write it as 2026-01-31."),
    ("Invalid base64 encoded string", "This is no base64."),
    ("Integer value out of range", "This number is too large."),
    ("Number out of range", "This number is too large."),
)


def worded(fault: str) -> Problem:
    """The decoder's complaint as a problem. What it says of a value that was sent is not repeated."""
    said, _, where = fault.rpartition(" - at `")
    said, path = (said, _path(where.removesuffix("`"))) if said else (fault, "")
    if found := _NEEDED.match(said):
        return Problem(_below(path, found[1]), "required", NEEDED)
    if found := _UNKNOWN.match(said):
        return Problem(_below(path, _shown(found[1])), "unknown", UNKNOWN)
    if found := _LENGTH.match(said):
        return Problem(path, *_length(found[1], found[2], int(found[3])))
    if found := _BOUND.match(said):
        return Problem(path, *_bound(found[1], found[2]))
    if found := _KIND.match(said):
        kinds = [_KINDS.get(kind, "another value") for kind in found[1].split(" | ") if kind != "null"]
        return Problem(path, "type", f"This has to be {' or '.join(dict.fromkeys(kinds)) or 'null'}.")
    if _PATTERN.match(said):
        return Problem(path, "pattern", "This is not written as it has to be.")
    for beginning, message in _FORMS:
        if said.startswith(beginning):
            return Problem(path, "format", message)
    return Problem(path, "value", "This is none of the values that are possible here.")


def _length(kind: str, sign: str, number: int) -> tuple[str, str]:
    one, many = _MEASURES[kind]
    rule, word = ("maxLength", "most") if sign == "<=" else ("minLength", "least")
    return rule, f"At {word} {number} {one if number == 1 else many}."


def _bound(sign: str, number: str) -> tuple[str, str]:
    rule = "max" if sign.startswith("<") else "min"
    word = {"<=": "at most", ">=": "at least", "<": "less than", ">": "more than"}[sign]
    return rule, f"This has to be {word} {number}."


def _path(where: str) -> str:
    """`$.items[0].id` as `items[0].id`; of a key of a map, the place of the map."""
    return where.removeprefix("key` in `").removeprefix("$").removeprefix(".")


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _shown(name: str) -> str:
    """A name that the sender made up, short enough to be sent back."""
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"
