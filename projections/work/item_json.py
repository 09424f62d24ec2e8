"""How an item stands in its row: ready to be answered, and what else its next fact needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

import msgspec

from domain.work.answers import Shown, answer_of

T = TypeVar("T")
# `json` is the answer; `kept` is what it does not say, so what is large is stored once.
COLUMNS: Mapping[str, str] = {"kept": "json not null", "json": "json not null"}
# What changed just now mostly changes again. About 6 kB each.
MOST_REMEMBERED = 1_000

_encode = msgspec.json.Encoder().encode
# Items by what stands in their rows, byte by byte: the same text is the same item, whoever has written it.
_items: dict[tuple[type[Any], bytes, bytes], Any] = {}


def columns_of(item: Shown) -> dict[str, Any]:
    """The two columns of an item."""
    answered: dict[str, Any] = msgspec.to_builtins(answer_of(item))
    json, kept = _encode(answered), _encode(_beyond(msgspec.to_builtins(item), answered))
    _remember((type(item), json, kept), item)
    return {"json": msgspec.Raw(json), "kept": msgspec.Raw(kept)}


def item_in(row: Mapping[str, Any], kind: type[T]) -> T:
    """The item out of these columns."""
    encoded: Callable[[str], bytes] | None = getattr(row, "encoded", None)
    if encoded is None:
        return _item(row["json"], row["kept"], kind)
    place = (kind, encoded("json"), encoded("kept"))
    found = cast("T | None", _items.get(place))
    if found is None:
        found = _item(row["json"], row["kept"], kind)
        _remember(place, found)
    return found


def _remember(place: tuple[type[Any], bytes, bytes], item: Any) -> None:
    if len(_items) >= MOST_REMEMBERED:
        _items.clear()
    _items[place] = item


def _item(json: Mapping[str, Any], kept: dict[str, Any], kind: type[T]) -> T:
    answered: dict[str, Any] = {name: value for name, value in json.items() if name != "word"}
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
