"""The proof that each warning comes once is one that can fail; and it holds for a few kills."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import Any
from uuid import UUID

import pytest

from bench.expiring.fill import KINDS, Filled
from bench.expiring.reckoning import Reckoning, reckoned
from bench.expiry import suffer
from bench.killing import KILLED
from domain.ids import UserId

pytestmark = pytest.mark.begins_early

PASSPORT, WILL = UUID(int=1), UUID(int=2)
ANN = UserId(UUID(int=3))
CLEAN = Reckoning(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
WARNINGS = [(PASSPORT, 30), (WILL, 7)]
DIGESTS = [(ANN, "2026-05-04", 2)]
NOTICES = [(ANN, PASSPORT), (ANN, WILL)]


def told(
    warnings: list[Any] = WARNINGS,
    digests: list[Any] = DIGESTS,
    notices: list[Any] = NOTICES,
    left: dict[UUID, int] | None = None,
    mails: tuple[int, int, int] = (0, 0, 0),
) -> dict[str, int]:
    """What is not as it should be."""
    filled = Filled({PASSPORT: 30, WILL: 7}, {ANN: 2})
    found = asdict(reckoned(filled, warnings, digests, notices, left or {}, mails))
    return {name: count for name, count in found.items() if count}


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    assert told() == {}
    assert CLEAN.clean
    assert told(digests=[(ANN, "2026-05-04", 1)], left={ANN: 1}) == {}, "some wait for tomorrow"


def test_each_thing_that_can_go_wrong_is_counted() -> None:
    assert told(warnings=WARNINGS[:1]) == {"warnings_lost": 1}
    assert told(warnings=[*WARNINGS, (WILL, 7)]) == {"warnings_twice": 1}
    assert told(warnings=[(PASSPORT, 30), (WILL, 0)]) == {"wrong_stage": 1}
    assert told(notices=NOTICES[:1]) == {"notices_lost": 1}
    assert told(notices=[*NOTICES, (ANN, WILL)]) == {"notices_twice": 1}
    assert told(digests=[]) == {"counted_wrong": 1}
    assert told(digests=[(ANN, "2026-05-04", 3)]) == {"counted_wrong": 1}
    assert told(digests=[(ANN, "2026-05-04", 1)] * 2) == {"days_twice": 1}
    assert told(mails=(1, 2, 3)) == {"mails_lost": 1, "mails_twice": 2, "mails_again": 3}


@pytest.mark.parametrize("name", [name for name in asdict(CLEAN) if name != "mails_again"])
def test_one_of_them_is_enough(name: str) -> None:
    assert not Reckoning(**{**asdict(CLEAN), name: 1}).clean


def test_what_came_twice_because_nobody_could_note_it_is_no_fault() -> None:
    assert Reckoning(**{**asdict(CLEAN), "mails_again": 1}).clean


def test_every_document_is_of_one_stage_alone() -> None:
    assert len({kind.stage for kind in KINDS}) == len(KINDS)


async def test_a_few_kills_lose_nothing_and_double_nothing() -> None:
    outcome = await suffer(documents=240, accounts=6, kills=len(KILLED), environ=os.environ)
    assert set(outcome.kills) == set(KILLED)
    assert outcome.reckoning.clean, outcome.reckoning
