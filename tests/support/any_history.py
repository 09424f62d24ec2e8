"""Histories of several accounts, out of the lives of every kind of aggregate."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any, cast
from uuid import UUID, uuid5

import msgspec
from msgspec.structs import replace

from application.catalogue import DECIDERS
from application.ports import Append, Context, StreamAppend
from client.crypto.audiences import audience_of
from client.crypto.statements import NO_HASH, Author, Field, View, build
from domain.errors import AlreadyExists, InvalidArgument, Refused, Stale
from domain.ids import AccountId, UserId, built_in_role
from domain.kernel import Actor, Decider, Event
from domain.records import unpadded
from domain.vault.statements import read
from infrastructure.event_store.registry import name_of
from infrastructure.event_store.store import PostgresEventStore
from projections.oversight.mentions import members_naming
from tests.support.accounts import HAWTHORNE
from tests.support.decisions import NOON
from tests.support.lives import GENERATORS
from tests.support.lives.kinds import kinds_of
from tests.support.lives.steps import walked
from tests.support.shapes import ACCOUNT

# One of each for an account, which is named as the account is.
# Members of events that no two aggregates have in common.
_UNIQUE = {"tokenHash", "emailIndex", "formerIndex", "subjectHash", "credentialHash"}
_KEYS = {"devicePublicKeyB64u", "signPublicKeyB64u"}
BUILT_IN = ("owner", "admin", "member", "auditor", "analyst")
OF_THE_ACCOUNT = ("account", "key_log", "status_board", "topic_list", "profile_tree")


@dataclass(frozen=True)
class Life:
    """What happens to one aggregate, one append after the other."""

    decider: Decider[Any, Any, Any]
    steps: tuple[tuple[Event, ...], ...]

    def ends_with(self, name: str) -> bool:
        return name_of(type(self.steps[-1][-1])).endswith(name)


@cache
def lives() -> tuple[Life, ...]:
    """At least one with each kind of event, the plainest first."""
    return tuple(
        Life(decider, tuple(step.events for step in life))
        for decider in DECIDERS
        for life in walked(decider, GENERATORS[decider.name], kinds_of(decider, GENERATORS[decider.name]))
    )


def everything() -> list[list[Life]]:
    """As few lives as show each kind of event, of each decider."""
    chosen: list[list[Life]] = []
    for decider in DECIDERS:
        missing, own = set(decider.events), list[Life]()
        while missing:
            fullest = max(
                (life for life in lives() if life.decider is decider),
                key=lambda life: len(missing & _shown(life)),
            )
            missing -= _shown(fullest)
            own.append(fullest)
        chosen.append(own)
    return chosen


def _shown(life: Life) -> set[type[Event]]:
    return {type(event) for step in life.steps for event in step}


@dataclass
class Scribe:
    """Appends lives as the product would, but that nobody has decided what belongs together."""

    store: PostgresEventStore
    accounts: Sequence[AccountId]
    chance: Random
    clock: Callable[[], datetime] = lambda: NOON
    written: Counter[str] = field(default_factory=Counter[str])
    position: int = 0
    begun: int = 0

    async def write(self, chosen: Sequence[Life]) -> None:
        """Each in an account of its own choice, in turns."""
        waiting = [self._appends(life, self.chance.choice(self.accounts)) for life in chosen]
        await self._write(waiting)

    async def write_all(self, chosen: Sequence[Sequence[Life]]) -> None:
        """Those of each list in different accounts, so that all of it happens."""
        await self._write(
            [
                self._appends(life, account)
                for one in chosen
                for life, account in zip(one, self.accounts, strict=False)
            ]
        )

    async def _write(self, waiting: list[Iterator[Append]]) -> None:
        while waiting:
            turn = self.chance.choice(waiting)
            append = next(turn, None)
            if append is None:
                waiting.remove(turn)
                continue
            try:
                appended = await self.store.append(append)
            except (Refused, AlreadyExists, Stale):
                # Another life has its name already: this one does not happen.
                waiting.remove(turn)
                continue
            self.position = appended.position
            self.written.update(name_of(type(event)) for event in append.streams[0].events)

    def _appends(self, life: Life, account: AccountId) -> Iterator[Append]:
        self.begun += 1
        number, decider = self.begun, life.decider
        owner = account if decider.scope == "account" else None
        user = UserId(uuid5(account, f"user {number % 3}"))
        entity = account if decider.name in OF_THE_ACCOUNT else uuid5(account, f"{decider.name} {number}")
        version = 0
        for events in life.steps:
            named = tuple(_real(event, account, entity) for event in events)
            actor = Actor("user", user, account)
            context = Context(actor, self.clock(), _request(account, number), _request(account, number))
            expected = version if decider.versioned else None
            yield Append(context, (StreamAppend(decider, owner, entity, expected, named),))
            version += len(events)


def _request(account: AccountId, number: int) -> UUID:
    return uuid5(account, f"request {number}")


def _real(event: Event, account: AccountId, entity: UUID) -> Event:
    """The same event about this account, with statements and words that read models can read."""
    text = msgspec.json.encode(event).decode()
    for former in (HAWTHORNE, ACCOUNT):
        for role in BUILT_IN:
            text = text.replace(str(built_in_role(former, role)), str(built_in_role(account, role)))
        text = text.replace(str(former), str(account))
    # Two of these are of one kind, and never the same one.
    text = text.replace('"guessing"', '"D06"')
    members = _readable(json.loads(text), account, entity)
    if "activityId" in members:
        members["activityId"] = str(entity)
    for name in _UNIQUE & members.keys():
        members[name] += str(entity)
    for name in _KEYS & members.keys():
        members[name] = sha256(f"{members[name]} {entity}".encode()).hexdigest() + members[name][64:]
    said = msgspec.convert(members, type(event))
    named = {
        name: (account,) if isinstance(getattr(said, name), tuple) else account
        for name in members_naming(type(event))
        if getattr(said, name) is not None
    }
    return replace(said, **named) if named else said


def _readable(value: Any, account: AccountId, entity: UUID) -> Any:
    if isinstance(value, list):
        return [_readable(one, account, entity) for one in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    members = {name: _readable(one, account, entity) for name, one in cast("dict[str, Any]", value).items()}
    if "statementB64u" in members:
        try:
            read(members["statementB64u"], members["signatureB64u"])
        except InvalidArgument:
            members |= {"statementB64u": _statement(members, account, entity), "signatureB64u": "A" * 86}
    if members.get("event") == "account_head.signed":
        members["note"] = f"log/e2ee.v1/{account}\n7\nroot\nkey 1 hash\ntime 1767225600000\n"
    return members


def _statement(members: dict[str, Any], account: AccountId, entity: UUID) -> str:
    """Of an item; another one for other signed bytes."""
    word = sha256(members["statementB64u"].encode()).digest()
    hashes: dict[str, Field] = dict.fromkeys(("boxHash", "wrapsHash", "attrsHash"), word)
    fields: dict[str, Field] = {"kind": "contact", "id": entity, "contentRevision": 1, "schema": 1}
    built = build(
        "record.put",
        Author(account, uuid5(account, "author"), uuid5(account, "device")),
        seq=1 + int.from_bytes(word[:2], "big"),
        prev_hash=NO_HASH,
        created_at=1_767_225_600_000,
        view=View(),
        fields={**fields, "audience": audience_of([built_in_role(account, "owner")]), **hashes},
    )
    return unpadded(built.raw)
