"""The statements that a fact carries, in the order of their leaves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, cast, get_args, get_type_hints

from domain.kernel import Event
from domain.sealed import DeviceWrap, Sealed, Signed
from domain.vault.key_log import KeyStatementAppended
from domain.vault.statements import Statement, read, read_signed

# The tree and the chains read the same batch one after the other.
_read = lru_cache(maxsize=2_048)(read)


def statements_of(event: Event) -> Iterator[Statement]:
    """Key statements with both signatures; content statements, grants and views with one."""
    if isinstance(event, KeyStatementAppended):
        yield read_signed(event.signed)
        return
    for part in _signed_parts(event):
        yield _read(part.statement_b64u, part.signature_b64u)


def carries_statements(event: Event) -> bool:
    """Whether the tree of the account grows by this fact."""
    return next(_signed_parts(event), None) is not None


def _signed_parts(event: Event) -> Iterator[Sealed | DeviceWrap | Signed]:
    """Every context that signs content keeps it in members of these types, so a new kind of record needs
    no line here."""
    for name in _may_be_signed(type(event)):
        value: object = getattr(event, name)
        parts = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
        for part in parts:
            if isinstance(part, Sealed | DeviceWrap | Signed):
                yield part


@cache
def _may_be_signed(kind: type[Event]) -> tuple[str, ...]:
    """The members whose type says so."""
    types = get_type_hints(kind)
    return tuple(name for name in kind.__struct_fields__ if _says(types[name]))


def _says(type_: Any) -> bool:
    return type_ in (Sealed, DeviceWrap, Signed) or any(map(_says, get_args(type_)))
