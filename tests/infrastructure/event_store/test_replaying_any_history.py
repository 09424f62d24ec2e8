"""Whatever happened, a replay to a position gives what was shown there, also when keys are gone since."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from uuid import uuid4

import psycopg
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from application.ports import Append, Context, StreamAppend
from domain.ids import AccountId
from domain.kernel import Actor
from domain.oversight.read_models import READ_MODELS
from infrastructure.event_store.beside import compare_account, erasable_members
from infrastructure.event_store.completing import History
from infrastructure.event_store.recorded import digested_now, held_to_what_was_recorded
from infrastructure.event_store.replay import a_replay, up_to
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.rows.digest import Digest, Digester, of_accounts
from infrastructure.setting_values import key
from projections.catalogue import PROJECTIONS
from tests.support.any_history import Scribe, everything, lives
from tests.support.door import KEY
from tests.support.facts import REGISTRY
from tests.support.following import caught_up
from tests.support.lively import a_store
from tests.support.stack import seen_by

HISTORY = History(REGISTRY, KeyWrapping(key(KEY)))
MODELS = of_accounts(PROJECTIONS)
BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)
Digests = dict[str, Digest]


def shown(url: str, account: AccountId) -> Digests:
    """Of the read models as they stand."""
    with psycopg.connect(url) as connection:
        digester = Digester(connection, erasable_members(REGISTRY), BEGINNING)
        return {model.name: digester.of(model, account) for model in MODELS}


def replayed(url: str, account: AccountId, position: int) -> Digests:
    with a_replay(url, HISTORY, MODELS, account) as replay:
        replay.fold(up_to(MODELS, position))
        assert replay.failed == {}
        digester = Digester(replay.connection, erasable_members(REGISTRY), BEGINNING)
        with replay.connection.transaction():
            return {model.name: digester.of(model, account, scratch=True) for model in MODELS}


def recording(url: str, account: AccountId) -> Append:
    now, request_id = datetime.now(UTC), uuid4()
    digested = digested_now(url, HISTORY, PROJECTIONS, account)
    context = Context(Actor("system", account_id=account), now, request_id, request_id)
    return Append(context, (StreamAppend(READ_MODELS, account, account, None, (digested,)),))


def recorded_are_equal(url: str, account: AccountId) -> bool:
    """And they are of all read models."""
    (held,) = held_to_what_was_recorded(url, HISTORY, PROJECTIONS, account)
    assert held.well, held
    return set(held.equal) == {model.name for model in MODELS}


@asynccontextmanager
async def lived(owner_url: str, accounts: int, seed: int) -> AsyncGenerator[Lived]:
    """Accounts of which the test writes what happened; at the end all is compared, and then erased."""
    url = seen_by("coffer_projector", owner_url)
    async with a_store(owner_url) as store:
        scribe = Scribe(store, [AccountId(uuid4()) for _ in range(accounts)], Random(seed))
        life = Lived(scribe, url)
        yield life
    caught_up(url, PROJECTIONS, HISTORY)
    for account, before in life.middle.items():
        for one in compare_account(url, HISTORY, PROJECTIONS, account):
            assert one.equal, one
        assert replayed(url, account, life.position) == before
        assert recorded_are_equal(url, account)
    with psycopg.connect(owner_url) as owner:
        assert owner.execute("select follower, error from es.parked").fetchall() == []
        gone = owner.execute("delete from es.subject_key returning subject").fetchall()
    for account, before in life.middle.items():
        assert replayed(url, account, life.position) == before, f"{len(gone)} keys are destroyed"
        assert recorded_are_equal(url, account)


@dataclass
class Lived:
    scribe: Scribe
    url: str
    position: int = 0
    middle: dict[AccountId, Digests] = field(default_factory=dict[AccountId, Digests])

    async def look(self) -> None:
        """What is shown now has to be found again. It is recorded in the log as well."""
        caught_up(self.url, PROJECTIONS, HISTORY)
        self.position = self.scribe.position
        self.middle = {account: shown(self.url, account) for account in self.scribe.accounts}
        for account in self.scribe.accounts:
            await self.scribe.store.append(recording(self.url, account))


async def test_everything_that_can_happen_is_replayed(product_database_url: str) -> None:
    chosen = everything()
    async with lived(product_database_url, max(map(len, chosen)), seed=1) as life:
        await life.scribe.write_all(chosen)
        # All of these end; of some there is something left in the bin.
        await life.scribe.write([one for one in lives() if one.ends_with(".deleted")])
        await life.look()
        await life.scribe.write(lives())
    written = life.scribe.written
    assert {name for name in REGISTRY.classes if not written[name]} == set()
    seen = {name for before in life.middle.values() for name, one in before.items() if one.rows}
    assert {model.name for model in MODELS} - seen == set()


ANY = st.lists(st.sampled_from(range(len(lives()))), min_size=4, max_size=24)


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(first=ANY, then=ANY, seed=st.integers(0, 2**32))
async def test_any_history_is_replayed(
    module_product_database_url: str, first: list[int], then: list[int], seed: int
) -> None:
    async with lived(module_product_database_url, 2, seed) as life:
        await life.scribe.write([lives()[number] for number in first])
        await life.look()
        await life.scribe.write([lives()[number] for number in then])
    assert life.scribe.written.total() >= 1
