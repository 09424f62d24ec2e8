"""Two accounts of whose history views are made, one person in both of them, and an analyst in the first."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from uuid import UUID

import msgspec
import psycopg
import pytest
from msgspec.structs import replace
from psycopg import errors
from psycopg.rows import dict_row

from domain.ids import AccountId, FileId
from domain.kernel import Decider, Event
from domain.messaging.email import EmailQueued
from domain.work.documents import DOCUMENT
from domain.work.documents.facts import DocumentExpirySet, DocumentRenewed, DocumentVersionAdded
from domain.work.tasks import TASK
from domain.work.tasks.facts import TaskStatusChanged
from infrastructure.analysis.logins import Added, add_login, remove_login
from infrastructure.event_store.registry import name_of
from infrastructure.local.database_urls import signed_in_as
from tests.support.any_history import Life, Scribe, lives
from tests.support.decisions import NOON
from tests.support.house import House, Person, an_open_house
from tests.support.lively import a_store, keys_are_set_up
from tests.support.shapes import ACCOUNT
from tests.support.stack import seen_by

T = TypeVar("T", bound=Event)

LONG_AGO = (date(2026, 2, 3), date(2026, 2, 28), date(2026, 5, 1))
_KINDS = {"task", "document", "contact", "file", "activity", "email"}


@dataclass(frozen=True)
class Analysed:
    """`mine` is the account of the analyst `login`, `other` another one, and `both` a member of both."""

    house: House
    mine: UUID
    other: UUID
    both: UUID
    login: Added
    ann: Person
    """Who owns the first."""

    @property
    def owner_url(self) -> str:
        return self.house.owner_url

    @contextmanager
    def analyst(self) -> Iterator[psycopg.Connection]:
        """What an analyst has after signing in."""
        url = signed_in_as(self.owner_url, self.login.name, self.login.password)
        with psycopg.connect(url, autocommit=True) as connection:
            yield connection

    @contextmanager
    def api(self, account_id: UUID) -> Iterator[psycopg.Connection]:
        """What the API has when it answers a member of an account."""
        with psycopg.connect(seen_by("coffer_app", self.owner_url), autocommit=True) as connection:
            connection.execute("select set_config('app.account_id', %s, false)", (str(account_id),))
            yield connection

    @contextmanager
    def owner(self) -> Iterator[psycopg.Connection]:
        with psycopg.connect(self.owner_url, autocommit=True) as connection:
            yield connection

    def rows(self, table: str, account_id: UUID) -> list[dict[str, Any]]:
        """Of a read model, as they are."""
        with self.owner() as owner, owner.cursor(row_factory=dict_row) as cursor:
            text = f"select * from read.{table} where account_id = %s"
            return cursor.execute(text.encode(), (account_id,)).fetchall()

    def log(self, account_id: UUID, *kinds: type[Event]) -> list[tuple[UUID, datetime, Any, UUID | None]]:
        """Events of these kinds in their order: of what, when, the event, and by whom."""
        names = [name_of(kind) for kind in kinds]
        with self.owner() as owner:
            found = owner.execute(
                "select entity_id, occurred_at, type, state, actor_id from es.event "
                "where account_id = %s and type = any(%s) order by position",
                (account_id, names),
            ).fetchall()
        decoded = dict(zip(names, kinds, strict=True))
        return [
            (entity, at, msgspec.json.decode(bytes(state), type=decoded[name]), actor)
            for entity, at, name, state, actor in found
        ]


@contextmanager
def refused(*kinds: type[psycopg.Error]) -> Iterator[None]:
    """Denied, by an error that tells no value."""
    with pytest.raises(kinds or (errors.InsufficientPrivilege,)) as refusal:
        yield
    assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}", str(refusal.value)), refusal.value


@asynccontextmanager
async def two_accounts(owner_url: str, valkey_url: str, folder: Path) -> AsyncIterator[Analysed]:
    """All that can happen has happened in some account; the two have some of each, and keys."""
    async with an_open_house(owner_url, valkey_url, folder) as house:
        ann, mine, other, both = await _lived(house)
        await _written(owner_url, [mine, other])
        await house.follow()
        await _filled(owner_url, [mine, other])
        await house.follow()
        login = add_login(owner_url, mine, "Joel")
        try:
            yield Analysed(house, mine, other, both, login, ann)
        finally:
            remove_login(owner_url, login.name)


async def _lived(house: House) -> tuple[Person, UUID, UUID, UUID]:
    ann, eve, bob = [await house.person().arrived(name) for name in ("Ann", "Eve", "Bob")]
    mine, other = [UUID((await owner.subscribed())["id"]) for owner in (ann, eve)]
    both = UUID(await ann.admits(bob))
    assert both == UUID(await eve.admits(bob, "analyst"))
    await keys_are_set_up(house, ann, mine)
    await keys_are_set_up(house, eve, other)
    return ann, mine, other, both


def _events(kind: type[T]) -> list[T]:
    """One, as it happens in some life."""
    return [event for life in lives() for step in life.steps for event in step if isinstance(event, kind)][:1]


_DONE = [
    replace(event, category="done", outcome=outcome)
    for event in _events(TaskStatusChanged)
    for outcome in ("completed", "cancelled")
]
# Renewed in time or too late, to a later day, an earlier one, or none. All of it happens soon after `NOON`.
_RENEWED = [
    replace(event, previous_expires_on=NOON.date() + timedelta(days=before), expires_on=after)
    for event in _events(DocumentRenewed)
    for before in (-1, 400)
    for after in (NOON.date() + timedelta(days=800), NOON.date() - timedelta(days=9), None)
]
_LAPSED = [replace(event, expires_on=day) for event in _events(DocumentExpirySet) for day in LONG_AGO]


def _ended(decider: Decider[Any, Any, Any], ends: Sequence[Event]) -> Iterator[Life]:
    """Lives that have just begun, each with one of these at its end."""
    begun = next(life for life in lives() if life.decider is decider and len(life.steps[0]) == 1)
    return (Life(decider, (begun.steps[0], (end,))) for end in ends)


async def _written(owner_url: str, accounts: list[UUID]) -> None:
    """Twice what can become of an item, of a file and of a finding, and some more ends."""
    chosen = [_for_an_account(life) for life in lives() if life.decider.name in _KINDS]
    chosen += [*_ended(TASK, _DONE), *_ended(DOCUMENT, [*_LAPSED, *_RENEWED])]
    async with a_store(owner_url) as store:
        for number, account in enumerate(accounts):
            moments = (NOON + timedelta(hours=7 * step) for step in count())
            scribe = Scribe(store, [AccountId(account)], Random(number), lambda: next(moments))  # noqa: B023
            # What each has alone, so that no view says the same of both.
            own = _ended(DOCUMENT, [replace(_LAPSED[0], expires_on=date(2026, 7, 1 + number))] * (1 + number))
            await scribe.write([*chosen, *chosen, *own])
            assert {name.partition(".")[0] for name in scribe.written} >= _KINDS


def _for_an_account(life: Life) -> Life:
    """Mail that is sent for one: which, the scribe says."""
    steps = tuple(
        tuple(replace(e, account_id=AccountId(ACCOUNT)) if isinstance(e, EmailQueued) else e for e in step)
        for step in life.steps
    )
    return Life(life.decider, steps)


async def _filled(owner_url: str, accounts: list[UUID]) -> None:
    """A document of each account that has versions in files which are stored, one of them twice."""
    (added,) = _events(DocumentVersionAdded)
    for number, account in enumerate(accounts):
        with psycopg.connect(owner_url) as owner:
            stored = owner.execute(
                "select id from read.files where account_id = %s and state = 'stored' order by id limit 2",
                (account,),
            ).fetchall()
        files = [FileId(id) for (id,) in stored]
        ends = [
            replace(added, number=place, file_id=file) for place, file in enumerate([*files, files[0]], 1)
        ]
        (begun,) = _ended(DOCUMENT, [added])
        async with a_store(owner_url) as store:
            scribe = Scribe(store, [AccountId(account)], Random(number), begun=10_000 * (number + 1))
            await scribe.write([Life(DOCUMENT, (begun.steps[0], *((end,) for end in ends)))])
