"""Accounts with people and documents, of each of which exactly one stage has begun since it was filed."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from api.composition.foundation import Foundation, lay_foundation, opened
from application.ports import Append, Context, StreamAppend
from bench.lives import Writer
from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts.events import AccountOpened, DisclosureChanged, MemberJoined
from domain.accounts.accounts.permissions import DEFAULTS, default_reads
from domain.accounts.accounts.settings import Disclosure
from domain.identity.users import USER, EmailVerified, UserRegistered
from domain.ids import AccountId, UserId, built_in_role, personal_role
from domain.kernel import Actor, Decider
from infrastructure.settings import load_settings

FILED = timedelta(days=10)
ZONES = ("UTC", "Europe/London", "America/New_York", "Asia/Kolkata", "Pacific/Auckland")
PORTION = 100


class Kind(NamedTuple):
    """How many days ahead its date is, its own stages, and the one of which there is a warning.

    All of them began yesterday, wherever the account is. The last one has passed two since it was filed.
    """

    days: int
    own: tuple[int, ...]
    stage: int


KINDS = (Kind(29, (), 30), Kind(6, (), 7), Kind(13, (14,), 14), Kind(-1, (), 0))


@dataclass
class Filled:
    """What is to be warned of: by document the stage, and by person how many."""

    stages: dict[UUID, int] = field(default_factory=dict[UUID, int])
    of_people: dict[UserId, int] = field(default_factory=dict[UserId, int])


async def fill(environ: Mapping[str, str], documents: int, accounts: int) -> Filled:
    """Nothing is due yet afterwards: the accounts keep their dates to themselves until `disclose`."""
    base = lay_foundation(load_settings(environ), {})
    filled = Filled()
    async with opened((base.pool, base.pool_by_key, base.store)):
        for number in range(accounts):
            share = documents // accounts + (number < documents % accounts)
            await _account(base, filled, ZONES[number % len(ZONES)], share)
    return filled


async def disclose(environ: Mapping[str, str]) -> None:
    """From now on all of it is due."""
    base = lay_foundation(load_settings(environ), {})
    async with opened((base.pool, base.pool_by_key, base.store)):
        rows = await base.reader.all("select account_id from es.event where type = 'account.opened'")
        for (account_id,) in rows:
            await _record(base, ACCOUNT, account_id, account_id, DisclosureChanged(Disclosure()))


async def _account(base: Foundation, filled: Filled, zone: str, documents: int) -> None:
    account = AccountId(uuid4())
    owner, member = UserId(uuid4()), UserId(uuid4())
    for user_id in (owner, member):
        await _person(base, user_id)
        filled.of_people[user_id] = 0
    owners, members = built_in_role(account, "owner"), built_in_role(account, "member")
    opening = AccountOpened(account, "Hawthorne", owner, owners, DEFAULTS, zone=zone)
    reads = default_reads(account, member, members, DEFAULTS)
    joining = MemberJoined(member, members, personal_role(account, member), reads)
    hiding = DisclosureChanged(Disclosure(document_expiry=False))
    await _record(base, ACCOUNT, account, account, opening, joining, hiding)
    writers = Writer(account, owner), Writer(account, member)
    made = itertools.cycle(itertools.product(KINDS, writers))
    left = documents
    while left:
        portion = list(itertools.islice(made, min(PORTION, left)))
        left -= len(portion)
        await _documents(base, filled, owner, portion)


async def _documents(
    base: Foundation, filled: Filled, owner: UserId, portion: list[tuple[Kind, Writer]]
) -> None:
    today, filed = datetime.now(UTC).date(), datetime.now(UTC) - FILED
    by_author: dict[UserId, list[StreamAppend]] = {}
    for kind, writer in portion:
        (stream,) = writer.expiring(today + timedelta(days=kind.days), kind.own).streams
        by_author.setdefault(writer.user, []).append(stream)
        filled.stages[stream.entity_id] = kind.stage
        for user_id in {owner, writer.user}:
            filled.of_people[user_id] += 1
    actors = {writer.user: writer.actor for _, writer in portion}
    await asyncio.gather(
        *(
            base.store.append(Append(Context(actors[author], filed, uuid4(), uuid4()), tuple(streams)))
            for author, streams in by_author.items()
        )
    )


async def _person(base: Foundation, user_id: UserId) -> None:
    email = f"p{secrets.token_hex(8)}@example.com"
    refs = await base.personal.seal(user_id, {"email": email, "name": "Ann"})
    index = base.blind.email(email)
    registered = UserRegistered(
        user_id=user_id, email_ref=refs["email"], name_ref=refs["name"], method="otp", email_index=index
    )
    await _record(base, USER, None, user_id, registered, EmailVerified())


async def _record(
    base: Foundation, decider: Decider[Any, Any, Any], account: UUID | None, entity: UUID, *events: Any
) -> None:
    _, version = await base.store.load(decider, account, entity)
    actor = Actor("system", account_id=None if account is None else AccountId(account))
    context = Context(actor, datetime.now(UTC), uuid4(), uuid4())
    await base.store.append(Append(context, (StreamAppend(decider, account, entity, version, events),)))
