"""What `list-users` may be asked, as the public client asks it."""

from __future__ import annotations

from typing import Literal

import msgspec

from application.identity.platform_reading import MOST, USUAL, Asked, Condition, Operator

Field = Literal[
    "id",
    "name",
    "email",
    "emailVerified",
    "role",
    "banned",
    "banReason",
    "banExpires",
    "createdAt",
    "updatedAt",
]


def asked_of(
    *,
    search: tuple[Literal["email", "name"], Literal["contains", "starts_with", "ends_with"], str] | None,
    filtered: tuple[Field, Operator, str] | None,
    sort_by: Field | None,
    descending: bool,
    limit: int | None,
    offset: int | None,
) -> Asked:
    """The question; no more than `MOST` are answered at a time."""
    conditions: list[Condition] = []
    if search is not None and search[2]:
        field, operator, text = search
        conditions.append(Condition(field, operator, (text,)))
    if filtered is not None:
        field, operator, text = filtered
        several = operator in ("in", "not_in")
        conditions.append(Condition(field, operator, _several(text) if several else (text,)))
    return Asked(
        tuple(conditions),
        sort_by=sort_by,
        descending=descending,
        limit=min(limit or USUAL, MOST),
        offset=offset or 0,
    )


def _several(text: str) -> tuple[str, ...]:
    """Values that are not texts travel as JSON."""
    try:
        return tuple(msgspec.json.decode(text, type=list[str]))
    except msgspec.DecodeError:
        return (text,)
