"""How an item stands in its row: ready to be answered, and what else its next fact needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from domain.work.answers import Shown, answer_of

T = TypeVar("T")
# `json` is the answer; `kept` is what it does not say, so what is large is stored once.
COLUMNS: Mapping[str, str] = {"kept": "json not null", "json": "json not null"}


def columns_of(item: Shown) -> dict[str, Any]:
    """The two columns of an item."""
    answered: dict[str, Any] = msgspec.to_builtins(answer_of(item))
    return {"json": answered, "kept": _beyond(msgspec.to_builtins(item), answered)}


def item_in(row: Mapping[str, Any], kind: type[T]) -> T:
    """The item out of these columns."""
    answered: dict[str, Any] = {name: value for name, value in row["json"].items() if name != "word"}
    kept: dict[str, Any] = row["kept"]
    if kept["sealed"] is not None:
        kept = kept | {"sealed": answered["sealed"] | kept["sealed"]}
    return msgspec.convert(answered | kept, kind)


def _beyond(members: dict[str, Any], answered: Mapping[str, Any]) -> dict[str, Any]:
    left = {name: value for name, value in members.items() if name not in answered or answered[name] != value}
    sealed: dict[str, Any] | None = members["sealed"]
    if sealed is not None:
        said: Mapping[str, Any] = answered["sealed"]
        left["sealed"] = {name: value for name, value in sealed.items() if said.get(name) != value}
    return left
