"""The proof that every recipient gets one message is one that can fail."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from bench.bulk.reckoning import Reckoning, Sent, reckoned
from bench.faults.arrivals import Letter
from bench.faults.reckoning import Happened

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
ANN, BEN = "ann@bench.test", "ben@bench.test"
CLEAN = Reckoning(0, 0, 0, 0, 0, 0, 0, 0, 0)
SENT = Sent(frozenset({ANN, BEN}), 2)
MESSAGES = {ANN: UUID(int=1), BEN: UUID(int=2)}


def happened(kind: str, about: UUID | None = None) -> Happened:
    return Happened(1, kind, uuid4(), about or uuid4(), None, uuid4(), None, NOON)


ONCE = ("email_batch.accepted", "mail_day.counted", "email_batch.finished")
EVENTS = [*map(happened, ONCE), *(happened("email.queued", message) for message in MESSAGES.values())]


def letter(to: str, *seconds: int, message: UUID | None = None) -> Letter:
    return Letter(message or MESSAGES[to], to, None, tuple(NOON + timedelta(seconds=one) for one in seconds))


LETTERS = [letter(ANN, 0), letter(BEN, 1)]


def told(
    events: list[Happened] = EVENTS,
    letters: list[Letter] = LETTERS,
    sent: Sent = SENT,
    deaths: tuple[datetime, ...] = (),
) -> dict[str, int]:
    """What is not as it should be."""
    return {name: count for name, count in asdict(reckoned(events, letters, [sent], deaths)).items() if count}


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    assert told() == {}
    assert CLEAN.clean
    assert told(letters=[*LETTERS, letter("owner@bench.test", 0, message=uuid4())]) == {}, "a code"


def test_each_thing_that_can_go_wrong_is_counted() -> None:
    assert told(sent=Sent(SENT.to, 1)) == {"refused": 1}
    assert told(letters=LETTERS[:1]) == {"lost": 1, "mails_lost": 1}
    assert told(letters=[*LETTERS, letter(ANN, 2, message=uuid4())]) == {"messages_twice": 1}
    assert told(letters=[letter(ANN, 0, 5), letter(BEN, 1)]) == {"mails_twice": 1}
    again = told(letters=[letter(ANN, 0, 5), letter(BEN, 1)], deaths=(NOON + timedelta(seconds=2),))
    assert again == {"mails_again": 1}
    for kind, name in zip(ONCE, ("accepted_wrong", "days_wrong", "ended_wrong"), strict=True):
        assert told(events=[*EVENTS, happened(kind)]) == {name: 1}
        assert told(events=[one for one in EVENTS if one.type != kind]) == {name: 1}


@pytest.mark.parametrize("name", [name for name in asdict(CLEAN) if name != "mails_again"])
def test_one_of_them_is_enough(name: str) -> None:
    assert not Reckoning(**{**asdict(CLEAN), name: 1}).clean


def test_what_came_twice_because_it_could_not_be_noted_is_no_fault() -> None:
    assert Reckoning(**{**asdict(CLEAN), "mails_again": 1}).clean
