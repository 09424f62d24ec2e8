"""Personal values in ready JSON: rows and stored answers hold where they lie, an answer opens them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from application.ports import PersonalData
from domain.kernel import PiiRef


async def opened(personal: PersonalData, json: Any) -> Any:
    """The same JSON with every `{"pii": …}` replaced by its value; "" where its key was destroyed."""
    return (await opened_together(personal, (), json))[1]


async def opened_together(
    personal: PersonalData, alone: Sequence[PiiRef | None], json: Any
) -> tuple[Sequence[str], Any]:
    """Decrypt single values and the values inside the JSON in one call; "" for a missing value."""
    places = dict.fromkeys(_places(json))
    refs = [*filter(None, alone), *places]
    if not refs:
        return [""] * len(alone), json
    values = [value or "" for value in await personal.open(refs)]
    if places:
        json = _filled(json, dict(zip(reversed(refs), reversed(values), strict=True)))
    found = iter(values)
    return [next(found) if ref else "" for ref in alone], json


def place(ref: PiiRef) -> dict[str, str]:
    """The placeholder of a personal value in an answer."""
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
