"""Facts that change signed attributes: the first of a statement carries it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from domain.kernel import Event
from domain.records import Attested, Attributes, Later, later_of
from domain.sealed import Sealed, Signed

E = TypeVar("E", bound=Event)


class AttributesSigned(Event, frozen=True, kw_only=True):
    """A fact that changes signed attributes.

    The first one of a command without new content carries the statement and all attributes; those that
    follow from the same statement, or stand beside a new content, carry none.
    """

    erasable: ClassVar[tuple[str, ...]] = ("attrsSaltB64u",)

    signed: Signed | None = None
    attrs: Attributes | None = None
    attrs_salt_b64u: str | None = None


def stated(events: Sequence[E], attested: Attested) -> list[E]:
    """The same facts, the first of which carries the statement that all of them come of."""
    if not events:
        return []
    first, *rest = events
    assert isinstance(first, AttributesSigned)  # only facts about attributes come of signed attributes
    carrying = replace(
        first, signed=attested.signed, attrs=attested.attrs, attrs_salt_b64u=attested.attrs_salt_b64u
    )
    return [carrying, *rest]


def in_force(
    sealed: Sealed, later: tuple[Later, ...], event: AttributesSigned
) -> tuple[Sealed, tuple[Later, ...]]:
    """The record and its later statements, with the statement that this fact may carry."""
    if event.signed is None:
        return sealed, later
    put = replace(sealed, attrs=event.attrs or {}, attrs_salt_b64u=event.attrs_salt_b64u or "")
    return put, (*later, later_of(event.signed))
