"""What items may say is the same for the browser and for the client: both judge by the same schemas."""

from __future__ import annotations

import copy
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from client.crypto.errors import DataLoss, InvalidArgument, Unimplemented
from client.crypto.records import KINDS
from client.payloads import UPGRADES, decoded, demand_writable, fault, version_of

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "tests" / "contracts"
GOOD: dict[str, dict[str, Any]] = json.loads((HERE / "payloads.json").read_text("utf-8"))

ID = "0190a5f3-6f0a-7c3e-8b6e-0d5a3a1f4c21"
KEY = "\U0001f5dd"
"""Two units of UTF-16, and one code point."""

ODD: list[Any] = [
    *[None, True, False, 0, 1, -1, 1.5, 13, 1.0, 2.0**60],
    *["", "x", "x" * 41, "x" * 60, "x" * 61, "x" * 200, "x" * 201, KEY * 200, KEY * 201, "\ud800"],
    *["x" * 32_000, "x" * 32_001, "CHF", "CHF\n", "chf", "asc", "year", "birth"],
    *["2028-02-29", "2027-02-29", "2028-02-29\n", "0000-01-01", "0001-01-01", "2028-2-9", "20280229"],
    *["2028-W09-2", "٢٠٢٨-٠٢-٢٩", ID, ID.upper(), f"{ID}\n", f"{{{ID[1:]}}}", "../../api"],
    *[[], {}, [None], [[]], ["x"], ["x"] * 50, ["x"] * 51, [{}], {"x": 1}, {"minor": 1, "currency": "CHF"}],
]


def changed(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each member and each entry replaced by each odd value, and left out; beside each what was changed."""
    yield from ((odd, odd) for odd in ODD)
    places: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    for place in places:
        if isinstance(value, dict):
            yield {name: inner for name, inner in value.items() if name != place}, place
        inner_changes = (
            changed(value[place]) if isinstance(value[place], (dict, list)) else ((o, o) for o in ODD)
        )
        for inner, what in inner_changes:
            whole = copy.copy(value)
            whole[place] = inner
            yield whole, what


def in_the_browser(asked: list[tuple[str, Any]]) -> list[str | None]:
    node = os.environ.get("COFFER_NODE", str(ROOT / ".tools" / "node" / "bin" / "node"))
    judged = subprocess.run(
        [node, str(HERE / "payload_judge.mjs")],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(judged.stdout)


def test_both_take_what_fits() -> None:
    assert set(GOOD) == KINDS
    assert {kind: fault(kind, contents) for kind, contents in GOOD.items()} == dict.fromkeys(GOOD)
    assert in_the_browser(list(GOOD.items())) == [None] * len(GOOD)


def test_both_refuse_the_same() -> None:
    asked = [
        (kind, whole)
        for kind, contents in GOOD.items()
        for whole, _ in changed(contents)
        if isinstance(whole, dict)
    ]
    here = [fault(kind, contents) for kind, contents in asked]
    there = in_the_browser(asked)
    apart = [
        (one, mine, theirs)
        for one, mine, theirs in zip(asked, here, there, strict=True)
        if (mine is None) != (theirs is None)
    ]
    assert apart == []
    taken, refused = here.count(None), len(here) - here.count(None)
    assert taken > 500, "too few that fit"
    assert refused > 2000, "too few that do not"


def test_no_path_tells_what_stands_there() -> None:
    secret = "Sparkasse"
    for kind, contents in GOOD.items():
        for name in contents:
            path = fault(kind, contents | {name: {secret: secret}})
            assert path is None or secret not in path


def test_what_does_not_fit_is_not_sealed() -> None:
    assert demand_writable("task", GOOD["task"]) == version_of("task") == 1
    with pytest.raises(InvalidArgument, match="title"):
        demand_writable("task", GOOD["task"] | {"title": ""})
    with pytest.raises(InvalidArgument, match="a document cannot say this: v"):
        demand_writable("document", {"title": "Passport"})


def test_what_does_not_fit_is_not_opened() -> None:
    assert decoded("task", 1, GOOD["task"]) == GOOD["task"]
    with pytest.raises(DataLoss, match="priority"):
        decoded("task", 1, GOOD["task"] | {"priority": 9})
    with pytest.raises(DataLoss, match="another version"):
        decoded("task", 1, GOOD["task"] | {"v": 2})
    with pytest.raises(Unimplemented):
        decoded("task", 2, GOOD["task"] | {"v": 2})


def test_every_version_but_the_first_is_reached_from_the_one_before() -> None:
    for kind in KINDS:
        assert sorted(UPGRADES.get(kind, {})) == list(range(1, version_of(kind)))
