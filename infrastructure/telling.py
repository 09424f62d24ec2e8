"""Tells the sockets of every process what has changed, whose session has, and who has a notice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, LiteralString
from uuid import UUID

import msgspec
import psycopg

from domain.accounts.accounts.events import (
    MemberReadingChanged,
    MemberRemoved,
    MemberRoleChanged,
    RoleChanged,
    RoleRetired,
)
from domain.identity.sessions import AccountSwitched, SessionEnded
from domain.identity.users import PasswordSet, UserBanned
from domain.kernel import Recorded
from infrastructure.bus import Announcer
from infrastructure.event_store.members import Listener
from infrastructure.postgres import REACHED, PatientConnection
from projections.oversight.changes import Change
from projections.oversight.notices import TOLD_BETWEEN, Told
from projections.oversight.standing import PEOPLE, StandingChanged, channel_of, channel_of_person

_BETWEEN = """
select account_id, position, resource, id, version, op, audience, lost, by, origin from read.changes
where position between %s and %s order by account_id, position, resource, id
"""
NAME = "realtime"
# A stretch of positions has but one good plan.
_OPTIONS = "-c plan_cache_mode=force_generic_plan"


class Telling:
    """Listens to the log and says on the bus what sockets should know. It reads what the read model of
    changes has made of the facts, so a socket never hears of more than a reader can see."""

    def __init__(self, projector_url: str, announcer: Announcer) -> None:
        self._url = projector_url
        self._announcer = announcer
        self._connection: psycopg.Connection | None = None

    def listener(self) -> Listener:
        return Listener(NAME, self.tell)

    def tell(self, facts: Sequence[Recorded]) -> None:
        # First of all: a socket whose session ends with these facts hears nothing else of them.
        for fact in facts:
            standing = standing_changed(fact)
            if standing is not None:
                self._announcer.say(PEOPLE, msgspec.json.encode(standing))
        for account_id, changes in self._changes(facts[0].position, facts[-1].position):
            self._announcer.say(channel_of(account_id), msgspec.json.encode(changes))
        for told in self._notices(facts[0].position, facts[-1].position):
            self._announcer.say(channel_of_person(told.user_id), msgspec.json.encode(told))

    def _notices(self, first: int, last: int) -> Iterator[Told]:
        for row in self._rows(TOLD_BETWEEN, first, last):
            yield Told(*row)

    def _changes(self, first: int, last: int) -> Iterator[tuple[UUID, list[Change]]]:
        rows = self._rows(_BETWEEN, first, last)
        for account_id, group in groupby(rows, key=lambda row: row[0]):
            yield account_id, [Change(*row[1:]) for row in group]

    def _rows(self, statement: LiteralString, first: int, last: int) -> list[tuple[Any, ...]]:
        if self._connection is None or self._connection.closed:
            self._connection = PatientConnection.connect(
                self._url, autocommit=True, options=_OPTIONS, **REACHED
            )
        return self._connection.execute(statement, (first, last), prepare=True).fetchall()


def standing_changed(fact: Recorded) -> StandingChanged | None:
    """Whose session or rights a fact touches."""
    match fact.event:
        case SessionEnded(reason=reason):
            return StandingChanged("banned" if reason == "banned" else "revoked", session_id=fact.entity_id)
        case AccountSwitched():
            return StandingChanged("switched", session_id=fact.entity_id)
        case UserBanned():
            return StandingChanged("banned", user_id=fact.entity_id)
        case PasswordSet():
            return StandingChanged("revoked", user_id=fact.entity_id)
        case (
            MemberRoleChanged(user_id=user_id)
            | MemberReadingChanged(user_id=user_id)
            | MemberRemoved(user_id=user_id)
        ):
            return StandingChanged("role", user_id=user_id)
        case RoleChanged() | RoleRetired():
            return StandingChanged("role", account_id=fact.account_id)
        case _:
            # What else happens to an account (suspended, overdue) changes what its members may do.
            if fact.kind == "account" and fact.account_id is not None:
                return StandingChanged("role", account_id=fact.account_id)
            return None
