"""Values of any type of the domain, made by its own description: for laws that hold for all of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin
from uuid import UUID, uuid5

import msgspec.inspect as inspect
from hypothesis import strategies as st
from msgspec.structs import replace

NAMES = UUID("00000000-0000-4000-8000-000000000000")
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
# Few of each, so that commands speak of the same things.
IDS = [uuid5(NAMES, f"thing {number}") for number in range(3)] + [
    UUID("018f0000-0000-7000-8000-000000000001")
]
MOMENTS = [NOON + timedelta(days=days) for days in (-30, 0, 1, 30)]
# Ciphertext, keys and hashes: so many letters that mean nothing. Of "A" they are whole bytes as well.
_OPAQUE = re.compile(r"\\A\[A-Za-z0-9_-\]\{(\d+)\}\\Z")
_LETTERS = "AZz9_-"
# Making a strategy takes longer than drawing from it.
_STRUCTS: dict[type[Any], st.SearchStrategy[Any]] = {}
WORDS = ["", "a", "Hawthorne", "karl@example.test", "é—🜁", "x" * 41]


@cache
def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Everything that the type takes, the common cases often."""
    # Commands carry no tag, so their union is taken apart here and not by msgspec.
    if isinstance(kind, UnionType) or get_origin(kind) is Union:
        return st.one_of([values_of(member) for member in get_args(kind)])
    return _of(inspect.type_info(kind))


def one_member_other(value: Any) -> st.SearchStrategy[Any]:
    """The same value with another one of the type in one of its members."""
    members = value.__struct_fields__
    if not members:
        return st.just(value)
    return st.one_of([_other_member(type(value), name).map(_in(value, name)) for name in members])


@cache
def _other_member(cls: type[Any], name: str) -> st.SearchStrategy[Any]:
    kind = inspect.type_info(cls)
    assert isinstance(kind, inspect.StructType)
    return _of(next(field.type for field in kind.fields if field.name == name))


def _in(value: Any, name: str) -> Callable[[Any], Any]:
    return lambda member: replace(value, **{name: member})


def plainest(kind: Any) -> Any:
    """The smallest value of the form: what may be left out is left out."""
    if isinstance(kind, UnionType) or get_origin(kind) is Union:
        return plainest(next(member for member in get_args(kind) if member is not type(None)))
    return _plainest(inspect.type_info(kind))


def _plainest(kind: inspect.Type) -> Any:
    match kind:
        case inspect.Metadata(type=inner):
            return _plainest(inner)
        case inspect.StructType(cls=cls, fields=fields):
            return cls(**{field.name: _plainest(field.type) for field in fields if field.required})
        case inspect.UnionType(types=types):
            plain = [inner for inner in types if not isinstance(inner, inspect.NoneType)]
            return _plainest(plain[0])
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            return [_plainest(kind.item_type) for _ in range(kind.min_length or 0)]
        case inspect.DictType():
            return {}
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.StrType(pattern=pattern) if pattern is not None:
            # Four first: whole bytes where the text is base64url.
            tried = ("A" * length for length in (4, *range(kind.min_length or 0, 400)))
            return next(text for text in (*tried, "2026-01-31") if re.search(pattern, text))
        case inspect.StrType():
            return "a" * (kind.min_length or 1)
        case inspect.IntType(ge=ge, gt=gt):
            return ge if ge is not None else 0 if gt is None else gt + 1
        case inspect.BoolType():
            return False
        case inspect.UUIDType():
            return IDS[-1]
        case inspect.DateTimeType():
            return NOON
        case inspect.DateType():
            return NOON.date()
        case _:
            return {} if isinstance(kind, inspect.AnyType) else None


def _of(kind: inspect.Type) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.Metadata(type=inner):
            return _of(inner)
        case inspect.StructType(cls=cls, fields=fields):
            return _struct(cls, {field.name: field for field in fields})
        case inspect.UnionType(types=types):
            return st.one_of([_of(inner) for inner in types])
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.DictType(key_type=key, value_type=value):
            return st.dictionaries(_of(key), _of(value), max_size=3)
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            return _collection(kind)
        case inspect.TupleType(item_types=types):
            return st.tuples(*(_of(inner) for inner in types))
        case _:
            return _plain(kind)


def _struct(cls: type[Any], fields: Mapping[str, inspect.Field]) -> st.SearchStrategy[Any]:
    if cls not in _STRUCTS:
        _STRUCTS[cls] = st.builds(cls, **{name: _of(field.type) for name, field in fields.items()})
    return _STRUCTS[cls]


def _collection(
    kind: inspect.ListType | inspect.VarTupleType | inspect.SetType | inspect.FrozenSetType,
) -> st.SearchStrategy[Any]:
    least = kind.min_length or 0
    most = min(kind.max_length or 1000, least + 3)
    items = st.lists(_of(kind.item_type), min_size=least, max_size=most)
    made = {
        inspect.ListType: list,
        inspect.VarTupleType: tuple,
        inspect.SetType: set,
        inspect.FrozenSetType: frozenset,
    }
    return items.map(made[type(kind)])


def _plain(kind: inspect.Type) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.UUIDType():
            return st.sampled_from(IDS)
        case inspect.DateTimeType():
            return st.sampled_from(MOMENTS)
        case inspect.DateType():
            return st.dates(date(2025, 1, 1), date(2028, 1, 1))
        case inspect.IntType(ge=ge, gt=gt, le=le, lt=lt):
            least = ge if ge is not None else None if gt is None else gt + 1
            most = le if le is not None else None if lt is None else lt - 1
            # Some numbers stand beside others in the log, where they must fit 32 bits.
            return st.integers(-1000 if least is None else least, 1000 if most is None else most)
        case inspect.StrType(pattern=pattern) if pattern is not None:
            if opaque := _OPAQUE.fullmatch(pattern):
                return st.sampled_from(_LETTERS).map(lambda letter: letter * int(opaque[1]))
            within = range(kind.min_length or 0, (kind.max_length or 10**9) + 1)
            return st.from_regex(pattern, fullmatch=True).filter(lambda text: len(text) in within)
        case inspect.StrType():
            within = range(kind.min_length or 0, (kind.max_length or 10**9) + 1)
            return st.sampled_from([word for word in WORDS if len(word) in within])
        case inspect.BoolType():
            return st.booleans()
        case inspect.BytesType():
            return st.binary(max_size=64)
        case inspect.FloatType():
            return st.floats(allow_nan=False, allow_infinity=False)
        case inspect.NoneType():
            return st.none()
        case inspect.AnyType():
            return st.none() | st.integers(-9, 9) | st.sampled_from(WORDS)
        case _:
            raise TypeError(f"no values are known of {kind!r}")
