"""What is purged is erased: its key goes in the append of the purge, and its statements stay."""

import base64
import json
import os
from typing import Any
from uuid import UUID

import psycopg
import pytest

from application.processes.empty_bin import PurgeBinned
from application.processes.forget_answers import FORGET_ANSWERS, forget_job
from domain.kernel import Decider, Recorded
from domain.work.contacts import CONTACT
from domain.work.documents import DOCUMENT
from domain.work.files import FILE
from domain.work.items.facts import DeleteItem
from domain.work.plain.facts import CreateItem
from domain.work.vendors import VENDOR
from infrastructure.event_store.batch import LogReader
from infrastructure.event_store.mapper import EventMapper
from infrastructure.oversight.kept_answers import KeptAnswers
from infrastructure.postgres import open_pool
from infrastructure.work.chores import FileChores
from tests.api.work.asking import created, with_file
from tests.api.work.test_emptying_the_bin import binned, empty
from tests.api.work.test_keeping_files import chores
from tests.support.canary import in_database
from tests.support.shapes import EVERYBODY, attributes, moment, named, sealed, signed
from tests.support.stack import seen_by
from tests.support.workplace import House


@pytest.fixture
def database_url(product_database_url: str) -> str:
    """A database of the test's own: all of it is searched."""
    return product_database_url


def keys_of(url: str, decider: Decider[Any, Any, Any], house: House, entity: UUID) -> int:
    with psycopg.connect(url) as owner:
        asked = (decider.stream(house.account, entity),)
        row = owner.execute("select count(*) from es.subject_key where subject = %s", asked).fetchone()
    assert row is not None
    return row[0]


def secrets_of(item: dict[str, Any]) -> list[str]:
    """What opens an item, or lets its values be guessed: its wraps and its salt."""
    wraps = [wrap["dataB64u"] for wrap in item["sealed"]["wraps"]]
    assert wraps
    return [*wraps, item["sealed"]["attrsSaltB64u"]]


def where(url: str, words: list[str]) -> set[str]:
    """The tables that hold one of these; the answers to repeated requests are erased after the purge."""
    return {found.place for found in in_database(url, words)} - {"es.idempotency"}


async def test_the_key_of_a_purged_item_is_destroyed_in_the_append(house: House, database_url: str) -> None:
    item, kept = await created(house), await created(house)
    document, other = UUID(item["id"]), UUID(kept["id"])
    secrets = secrets_of(item)
    assert any(place.endswith(".documents") for place in where(database_url, secrets))
    await binned(house, item)
    house.pass_time(days=31)
    assert keys_of(database_url, DOCUMENT, house, document) == 1
    await empty(house)
    assert house.names(item["id"])[-1] == "document.purged"
    assert keys_of(database_url, DOCUMENT, house, document) == 0
    assert keys_of(database_url, DOCUMENT, house, other) == 1
    assert where(database_url, secrets) == set()
    assert where(database_url, secrets_of(kept)) != set()
    # The log alone, and the folds of it, show nothing but what was signed.
    state, _ = await house.store.load(DOCUMENT, house.account, document)
    assert state is not None
    assert (state.state, state.sealed.wraps, state.sealed.attrs_salt_b64u) == ("purged", (), "")


async def test_the_chain_of_a_purged_item_is_answered_to_its_end(house: House) -> None:
    item = await created(house)
    await binned(house, item)
    await house.follow()
    asked = {"objects": [{"kind": "document", "id": item["id"], "after": 0}]}
    before = (await house.post("ann", "/api/auth/keys/chain", asked)).json()
    house.pass_time(days=31)
    await empty(house)
    after = (await house.post("ann", "/api/auth/keys/chain", asked)).json()
    assert after == before
    (chain,) = after["data"]
    assert len(chain["statements"]) == 2
    last = chain["statements"][-1]["statementB64u"]
    assert b"record.delete" in base64.urlsafe_b64decode(last + "=" * (-len(last) % 4))


async def test_rows_are_the_same_when_they_are_folded_without_the_key(house: House) -> None:
    item, _ = await with_file(house)
    await created(house)
    await binned(house, item)
    house.pass_time(days=31)
    await empty(house)
    await house.settle()
    house.pass_time(days=8)
    await chores(house).do_what_is_due()
    await house.follow()
    shown = await house.rows()
    assert await house.rebuilt() == shown
    assert len(shown) == 3


async def test_the_file_of_a_purged_document_goes_with_its_key_and_bytes(
    house: House, database_url: str
) -> None:
    item, file = await with_file(house)
    wraps = [wrap["dataB64u"] for wrap in file.ending["wraps"]]
    await binned(house, item)
    house.pass_time(days=31)
    await empty(house)
    await house.settle()
    keeping: FileChores = chores(house)
    await keeping.do_what_is_due()
    # It is a week without a document first, so that no document can take up what is on its way out.
    assert keys_of(database_url, FILE, house, file.id) == 1
    house.pass_time(days=8)
    await keeping.do_what_is_due()
    await house.follow()
    assert keys_of(database_url, FILE, house, file.id) == 0
    assert where(database_url, wraps) == set()
    with psycopg.connect(database_url) as owner:
        assert owner.execute("select 1 from work.upload").fetchall() == []
        assert owner.execute("select 1 from work.upload_part").fetchall() == []
    assert [name for name in os.listdir(house.folder) if name == "arriving"] == ["arriving"]
    assert [path for path in house.folder.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("decider", [CONTACT, VENDOR])
async def test_every_kind_that_is_purged_loses_its_key(
    house: House, database_url: str, decider: Decider[Any, Any, Any]
) -> None:
    item = named("thrown away")
    creation = CreateItem(item, sealed(item, attrs=attributes(state="active")), EVERYBODY)
    events = decider.decide(creation, None, moment())
    deletion = decider.decide(DeleteItem(item, signed("deleted")), decider.fold(events, None), moment())
    await house.record(decider, item, *events, *deletion)
    assert keys_of(database_url, decider, house, item) == 1
    await house.commands.run(PurgeBinned(decider.name, item, 2), house.system())
    assert house.names(str(item))[-1] == f"{decider.name}.purged"
    assert keys_of(database_url, decider, house, item) == 0


async def test_a_purge_that_is_not_appended_destroys_nothing(house: House, database_url: str) -> None:
    item = await created(house)
    await binned(house, item)
    _, version = await house.store.load(DOCUMENT, house.account, UUID(item["id"]))
    # Of an older version: it has moved on since.
    await house.commands.run(PurgeBinned("document", UUID(item["id"]), version - 1), house.system())
    assert house.names(item["id"])[-1] == "document.deleted"
    assert keys_of(database_url, DOCUMENT, house, UUID(item["id"])) == 1


async def test_answers_that_speak_of_a_purged_record_go_with_it(house: House, database_url: str) -> None:
    item, kept = await created(house), await created(house)
    with psycopg.connect(database_url, autocommit=True) as owner:
        for number, one in enumerate((item, kept)):
            response = json.dumps(one).encode()
            values = (house.account, UUID(int=1), str(number), response)
            owner.execute(
                "insert into es.idempotency "
                "(account_id, actor_id, key, route, fingerprint, response, position) "
                "values (%s, %s, %s, 'createDocument', '', %s, 1)",
                values,
            )
    places = {found.place for found in in_database(database_url, secrets_of(item))}
    assert "es.idempotency" in places
    await binned(house, item)
    house.pass_time(days=31)
    await empty(house)
    (recorded,) = (fact for fact in facts_of(house) if fact.event.destroys_key)
    assert isinstance(recorded.event, FORGET_ANSWERS.events)
    (message,) = FORGET_ANSWERS.react(recorded)
    async with open_pool(seen_by("coffer_app", database_url), size=2) as pool:
        job = forget_job(KeptAnswers(pool))
        await job(message.payload)
        await job(message.payload)
    assert list(in_database(database_url, secrets_of(item))) == []
    assert "es.idempotency" in {found.place for found in in_database(database_url, secrets_of(kept))}


def facts_of(house: House) -> list[Recorded]:
    with psycopg.connect(house.projector_url, autocommit=True) as connection:
        reader = LogReader(connection, EventMapper(house.registry), house.wrapping)
        return [read.fact for read in reader.after(0, 0) if read.fact is not None]
