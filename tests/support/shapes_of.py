"""One fixed value of any msgspec type, to keep as a sample."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import msgspec
from msgspec import inspect as shapes

_parser: Any = re._parser  # the only reader of patterns that Python has

NOON = datetime(2026, 3, 1, 12, 0, 0, 123000, tzinfo=UTC)


def sample(kind: shapes.Type, name: str = "value") -> Any:
    """One value, always the same, that shows every member."""
    match kind:
        case shapes.Metadata(type=inner):
            return sample(inner, name)
        case shapes.CustomType(cls=cls):
            raise TypeError(f"{name}: events do not hold {cls}.")
        case shapes.StructType(cls=cls, fields=fields):
            return cls(**{field.name: sample(field.type, field.name) for field in fields})
        case shapes.UnionType(types=types):
            return sample(next(t for t in types if not isinstance(t, shapes.NoneType)), name)
        case shapes.LiteralType(values=values):
            return values[0]
        case shapes.UUIDType():
            return UUID(
                int=int.from_bytes(name.encode()[:15].ljust(16, b"\0"), "big") & ~(0xF << 76) | 4 << 76
            )
        case shapes.DateTimeType():
            return NOON
        case shapes.DateType():
            return date(2026, 3, 1)
        case shapes.BoolType():
            return True
        case shapes.IntType(ge=ge, gt=gt):
            return max(7, ge or 0, (gt or -1) + 1)
        case shapes.FloatType():
            return 0.5
        case shapes.StrType(pattern=pattern, min_length=least):
            return from_pattern(pattern) if pattern else name.ljust(least or 0, "x")
        case shapes.BytesType():
            return b"bytes"
        case shapes.VarTupleType(item_type=item):
            return (sample(item, name),)
        case shapes.TupleType(item_types=items):
            return tuple(sample(item, name) for item in items)
        case shapes.FrozenSetType(item_type=item):
            return frozenset((sample(item, name),))
        case shapes.ListType(item_type=item):
            return [sample(item, name)]
        case shapes.DictType(key_type=key, value_type=value):
            return {sample(key, name): sample(value, name)}
        case _:
            raise TypeError(f"{name}: no sample of {kind}.")


def from_pattern(pattern: str, letter: str = "A") -> str:
    """The shortest text that a pattern takes, made of one letter where it may be."""
    return _text(_parser.parse(pattern), letter)


def _text(tokens: Sequence[Any], letter: str) -> str:
    return "".join(_one(str(token), argument, letter) for token, argument in tokens)


def _one(token: str, argument: Any, letter: str) -> str:
    match token:
        case "AT":
            return ""
        case "LITERAL":
            return chr(argument)
        case "MAX_REPEAT" | "MIN_REPEAT":
            return _text(argument[2], letter) * argument[0]
        case "SUBPATTERN":
            return _text(argument[3], letter)
        case "BRANCH":
            return _text(argument[1][0], letter)
        case "IN":
            ranges = [
                (a, a) if str(kind) == "LITERAL" else a for kind, a in argument if str(kind) != "NEGATE"
            ]
            fits = any(low <= ord(letter) <= high for low, high in ranges)
            return letter if fits else chr(ranges[0][0])
        case _:
            raise TypeError(f"no text for {token} in a pattern")


def all_members(event: type[msgspec.Struct]) -> Any:
    return sample(shapes.type_info(event))
