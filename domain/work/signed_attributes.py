"""The clear attributes of an item, decoded from the bytes that its people signed (`crypto.md` section 6).

No request says them a second time: what a command does is the difference of these and those in force.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol, TypeVar
from uuid import UUID

import msgspec
from msgspec import inspect

from domain.errors import InvalidArgument
from domain.kernel import Value
from domain.records import bytes_of

A = TypeVar("A", bound=Value)
ID_BYTES = 16
NUMBER_BYTES = 8


class Lines(Protocol):
    """A value that is signed as text, of one line or several."""

    @classmethod
    def from_signed(cls, text: str) -> Any: ...


def read_attributes(kind: type[A], attrs: Mapping[str, str]) -> A:
    """The attributes of one kind; those that are left out have no value.

    Raises `InvalidArgument` (`attrs`) for one that the kind does not have, or whose bytes say nothing. That
    a value has one encoding is checked where it is compared with the command (`check_attributes`).
    """
    types = _types_of(kind)
    members: dict[str, Any] = {}
    for name, text in attrs.items():
        if name not in types:
            raise _unreadable(name, "is unknown")
        try:
            members[name] = _decoded(types[name], bytes_of(text))
        except (ValueError, InvalidArgument):
            raise _unreadable(name, "cannot be read") from None
    try:
        return msgspec.convert(members, kind)
    except msgspec.ValidationError as invalid:
        path = str(invalid).rpartition("`$.")[2].rstrip("`").partition("[")[0]
        raise _unreadable(path, "is not valid") from None


@cache
def _types_of(kind: type[Value]) -> Mapping[str, inspect.Type]:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return {field.encode_name: field.type for field in info.fields}


def _decoded(kind: inspect.Type, data: bytes) -> Any:
    match kind:
        case inspect.UnionType(types=types):
            return _decoded(next(one for one in types if not isinstance(one, inspect.NoneType)), data)
        case inspect.UUIDType():
            return UUID(bytes=data)
        case inspect.BoolType():
            if data != b"\x01":
                raise ValueError("There is one way to say yes, and none to say no.")
            return True
        case inspect.VarTupleType(item_type=inspect.UUIDType()):
            return tuple(UUID(bytes=part) for part in _parts(data, ID_BYTES))
        case inspect.VarTupleType(item_type=inspect.IntType()):
            return tuple(int.from_bytes(part, "big") for part in _parts(data, NUMBER_BYTES))
        case inspect.VarTupleType(item_type=inspect.StructType(cls=cls)):
            return tuple(_from_lines(cls, line) for line in data.decode().split("\n"))
        case inspect.StructType(cls=cls):
            return _from_lines(cls, data.decode())
        case _:
            return data.decode()


def _from_lines(cls: type[Any], text: str) -> Any:
    lines: type[Lines] = cls
    return lines.from_signed(text)


def _parts(data: bytes, size: int) -> list[bytes]:
    if not data or len(data) % size:
        raise ValueError("The parts of a list have one length.")
    return [data[start : start + size] for start in range(0, len(data), size)]


def _unreadable(name: str, message: str) -> InvalidArgument:
    return InvalidArgument(
        f"The signed attribute {name} {message}.",
        reason="attrs",
        fields=[{"path": name, "rule": "signed", "message": message}],
    )
