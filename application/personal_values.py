"""Personal values in ready JSON: rows and stored answers hold where they lie, an answer opens them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from application.ports import PersonalData
from domain.kernel import PiiRef


async def opened(personal: PersonalData, json: Any) -> Any:
    """The same JSON with every `{"pii": …}` replaced by its value; "" where its key was destroyed."""
    refs = list(dict.fromkeys(_places(json)))
    if not refs:
        return json
    values = await personal.open(refs)
    return _filled(json, {ref: value or "" for ref, value in zip(refs, values, strict=True)})


def place(ref: PiiRef) -> dict[str, str]:
    """Where a personal value is to stand in an answer."""
    return {"pii": ref}


def _places(json: Any) -> Iterator[PiiRef]:
    if isinstance(json, dict):
        members = cast("dict[str, Any]", json)
        if members.keys() == {"pii"}:
            yield members["pii"]
        else:
            for value in members.values():
                yield from _places(value)
    elif isinstance(json, list):
        for value in cast("list[Any]", json):
            yield from _places(value)


def _filled(json: Any, values: dict[PiiRef, str]) -> Any:
    if isinstance(json, dict):
        members = cast("dict[str, Any]", json)
        if members.keys() == {"pii"}:
            return values[members["pii"]]
        return {name: _filled(value, values) for name, value in members.items()}
    if isinstance(json, list):
        return [_filled(value, values) for value in cast("list[Any]", json)]
    return json
