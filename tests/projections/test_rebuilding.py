"""Whatever happened, the log alone gives the same rows again, and the same names taken."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from psycopg import sql

from application.catalogue import DECIDERS
from client.api import Person as Caller
from client.member import Member
from infrastructure.event_store.batch import LogReader
from infrastructure.event_store.jobs import NOBODY
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.members import ReadModel
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.event_store.registry import EventRegistry
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.rows.schema import key_of, place_of
from projections.catalogue import PROJECTIONS
from projections.kernel import Projection, Table
from tests.support.door import PASSWORD
from tests.support.house import House, Person, an_open_house
from tests.support.stack import seen_by

AGAIN = 1_000


@pytest.fixture(scope="module")
async def lived_in(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    """A house in which people have signed up, invited, joined, changed their minds and left."""
    mail: Path = tmp_path_factory.mktemp("mail")
    key = str(mail / "log-key.pem")
    async with an_open_house(module_product_database_url, valkey_url, mail, COFFER_LOG_KEY_FILE=key) as house:
        ann, bob, eve = [await house.person().arrived(name) for name in ("Ann", "Bob", "Eve")]
        account = await ann.subscribed()
        await eve.subscribed()
        bob_id = await ann.admits(bob)
        await ann.invites(eve)
        await ann.data("PUT", "/users/role", {"userId": bob_id, "roleId": await ann.role("admin")})
        await ann.call(
            "PUT", f"/api/accounts/{account['id']}", {"displayName": "New", "version": account["version"]}
        )
        await bob.post("/sign-in/email", {"email": bob.email, "password": "wrong wrong wrong"})
        await bob.post("/sign-out")
        await ann.data("GET", "/api/roles")
        await _keys_are_set_up(house, ann, UUID(account["id"]))
        await house.follow()
        yield house


async def _keys_are_set_up(house: House, ann: Person, account_id: UUID) -> None:
    """A device, role keys, one given up and renewed, a private one, and a sign of life."""
    api = Caller(ann.http)
    user_id = UUID((await api.session())["user"]["id"])
    keys = Member(api, account_id, user_id, clock=lambda: int(house.clock().timestamp() * 1000))
    await keys.found()
    await api.post("/api/auth/confirm", {"password": PASSWORD})
    await keys.roles.roll(keys.built_in("member"))
    await keys.roles.create(keys.personal_role, "Private")
    await keys.post("role.unassign", {"role": keys.built_in("admin"), "user": user_id})
    second = Member(api, account_id, user_id, clock=keys.ledger.clock)
    await second.announce()


@pytest.fixture(scope="module")
def rebuilt(lived_in: House) -> list[Projection]:
    """Every read model a second time, from the first fact on; inline ones too."""
    again = [replace(projection, version=AGAIN, mode="follows") for projection in PROJECTIONS]
    ensure_projections(lived_in.owner_url, again)
    url = seen_by("coffer_projector", lived_in.owner_url)
    wrapping = KeyWrapping(lived_in.settings.kek)
    with psycopg.connect(url) as connection:
        reader, place = LogReader(connection, EventMapper(EventRegistry(DECIDERS)), wrapping), 0
        while facts := reader.after(0, place):
            for model in map(ReadModel, again):
                model.take_in(connection, [read for read in facts if model.wants(read.name)])
            place = facts[-1].position
    return again


def rows_of(owner: psycopg.Connection, projection: Projection, table: Table) -> list[Any]:
    order = sql.SQL(", ").join(map(sql.Identifier, key_of(table)))
    place = place_of(projection, table)
    return owner.execute(sql.SQL("select * from {} order by {}").format(place, order)).fetchall()


@pytest.mark.parametrize("projection", PROJECTIONS, ids=lambda projection: projection.name)
def test_a_read_model_that_is_built_anew_is_the_one_that_grew(
    lived_in: House, rebuilt: list[Projection], projection: Projection
) -> None:
    again = next(p for p in rebuilt if p.name == projection.name)
    with psycopg.connect(lived_in.owner_url) as owner:
        assert owner.execute("select count(*) from es.parked").fetchone() == (0,)
        for table in projection.tables:
            assert rows_of(owner, again, table) == rows_of(owner, projection, table), table.name


def test_the_names_taken_are_those_the_log_says(lived_in: House) -> None:
    url = seen_by("coffer_projector", lived_in.owner_url)
    wrapping = KeyWrapping(lived_in.settings.kek)
    taken: dict[tuple[Any, str, str], Any] = {}
    with psycopg.connect(url, autocommit=True) as connection:
        for read in LogReader(connection, EventMapper(EventRegistry(DECIDERS)), wrapping).after(0, 0):
            fact = read.fact
            assert fact is not None
            for claim in fact.event.releases():
                owner = NOBODY if claim.scope == "global" else fact.account_id
                if taken.get((owner, claim.kind, claim.value)) == fact.stream_id:
                    del taken[owner, claim.kind, claim.value]
            for claim in fact.event.claims():
                owner = NOBODY if claim.scope == "global" else fact.account_id
                taken[owner, claim.kind, claim.value] = fact.stream_id
        rows = connection.execute("select account_id, kind, value, stream_id from es.claim").fetchall()
    assert {tuple(key): stream for *key, stream in rows} == taken
    assert len(taken) > 3
