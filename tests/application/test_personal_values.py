"""Personal values in answers: each where it belongs, all opened in one go, nothing where there is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from application.personal_values import opened, opened_together, place
from application.ports import PersonalData
from domain.kernel import PiiRef


class Lookup:
    """Opens references from a table, and keeps what it was asked."""

    def __init__(self, **values: str | None) -> None:
        self.values = values
        self.asked: list[Sequence[PiiRef]] = []

    async def open(self, refs: Sequence[PiiRef]) -> Sequence[str | None]:
        self.asked.append(refs)
        return [self.values[ref] for ref in refs]


def lookup(**values: str | None) -> tuple[PersonalData, Lookup]:
    table = Lookup(**values)
    return cast("PersonalData", table), table


def at(name: str) -> dict[str, str]:
    return place(PiiRef(name))


def refs(*names: str | None) -> list[PiiRef | None]:
    return [None if name is None else PiiRef(name) for name in names]


@pytest.mark.parametrize(
    ("alone", "json", "values", "filled"),
    [
        (refs(), None, [], None),
        (refs(None, None), {"n": 1}, ["", ""], {"n": 1}),
        (refs("ann", None, "gone"), None, ["Ann", "", ""], None),
        (refs("ann"), [at("bob"), {"of": at("gone")}, at("bob")], ["Ann"], ["Bob", {"of": ""}, "Bob"]),
        (refs("bob", "ann", "bob"), {"of": at("bob")}, ["Bob", "Ann", "Bob"], {"of": "Bob"}),
    ],
)
async def test_each_value_stands_where_its_reference_stood(
    alone: list[PiiRef | None], json: Any, values: list[str], filled: Any
) -> None:
    personal, table = lookup(ann="Ann", bob="Bob", gone=None)
    assert await opened_together(personal, alone, json) == (values, filled)
    assert len(table.asked) <= 1


async def test_what_stands_in_json_is_asked_for_once_however_often_it_stands_there() -> None:
    personal, table = lookup(ann="Ann")
    assert await opened(personal, [at("ann")] * 3) == ["Ann"] * 3
    assert table.asked == [["ann"]]
