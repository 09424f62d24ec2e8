"""Damage at rest is found where it lies, and named."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg_pool import AsyncConnectionPool

from application.catalogue import DECIDERS
from domain.errors import Unavailable
from domain.vault.encoding import leaf
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.registry import EventRegistry
from infrastructure.heartbeat import PARTS, Heart
from infrastructure.keeping import log_rows, object_parts, tree_nodes
from infrastructure.keeping.log_rows import LogRows
from infrastructure.keeping.object_parts import ObjectParts
from infrastructure.keeping.scrub import Finding, Scrub, findings
from infrastructure.keeping.slices import Slice
from infrastructure.keeping.tree_nodes import TreeNodes
from infrastructure.object_store.filesystem import FilesystemBlobStore
from infrastructure.object_store.s3 import S3BlobStore
from infrastructure.postgres import open_pool, unavailable
from infrastructure.rows.schema import schema_of
from projections.vault.account_tree import PROJECTION
from tests.infrastructure.object_store.stores import s3
from tests.support.house import House, an_open_house
from tests.support.kept import an_object, folder_store
from tests.support.stack import seen_by

pytestmark = pytest.mark.begins_early


@pytest.fixture
def blobs(tmp_path: Path) -> FilesystemBlobStore:
    return folder_store(tmp_path / "blobs")


@pytest.fixture
async def pool(product_database_url: str) -> AsyncIterator[AsyncConnectionPool]:
    async with open_pool(seen_by("coffer_app", product_database_url), size=4) as pool:
        yield pool


def scrub_of(pool: AsyncConnectionPool, blobs: FilesystemBlobStore) -> Scrub:
    mapper = EventMapper(EventRegistry(DECIDERS))
    return Scrub(pool, (LogRows(pool, mapper), TreeNodes(pool), ObjectParts(pool, blobs)))


async def found(scrub: Scrub) -> list[Finding]:
    return [finding async for finding in scrub.everything()]


def change(owner_url: str, statement: str) -> None:
    """As somebody does who may do anything to the database, or a disk."""
    with psycopg.connect(owner_url) as owner:
        owner.execute("set session_replication_role = replica")
        owner.execute(statement.encode())


async def test_what_is_whole_has_no_findings_and_each_damaged_row_is_named(
    product_database_url: str,
    valkey_url: str,
    tmp_path: Path,
    pool: AsyncConnectionPool,
    blobs: FilesystemBlobStore,
) -> None:
    async with an_open_house(product_database_url, valkey_url, tmp_path) as house:
        ann = await house.person().arrived()
        await ann.subscribed()
        await house.follow()
        scrub = scrub_of(pool, blobs)
        assert await found(scrub) == []
        assert await data_of(house) == ("ok", "ok")

        ((end,),) = await house.rows("select max(position) from es.event")
        faults = {
            "the row is not what its hash says": (
                "update es.event set state = state || ' '::bytea where position = 2",
                "update es.event set occurred_at = occurred_at + interval '1 second' where position = 3",
                "update es.event set stream_version = stream_version + 70 where position = 4",
            ),
            "the row is missing": (
                "delete from es.event where position = 5",
                f"delete from es.event where position = {end}",
            ),
        }
        for statement in (statement for some in faults.values() for statement in some):
            change(product_database_url, statement)
        named = {finding.subject: finding.finding for finding in await found(scrub)}
        wrong, gone = faults
        assert named == {"0:2": wrong, "0:3": wrong, "0:4": wrong, "0:5": gone, f"0:{end}": gone}
        assert await data_of(house) == ("degraded", "damaged")


async def data_of(house: House) -> tuple[str, str]:
    for part in PARTS:
        await asyncio.to_thread(Heart(house.settings.redis_url, part).say)
    answer = (await house.person().call("GET", "/health")).json()
    return answer["status"], answer["checks"]["data"]


async def test_objects_that_are_flipped_cut_or_gone_are_named_until_they_are_whole(
    product_database_url: str,
    tmp_path: Path,
    pool: AsyncConnectionPool,
    blobs: FilesystemBlobStore,
) -> None:
    flipped, cut, lost, half = [await an_object(product_database_url, blobs) for _ in range(4)]
    await an_object(product_database_url, blobs)
    objects = tmp_path / "blobs" / "objects"

    def part(key: str, number: str) -> Path:
        return objects / key / next(name for name in os.listdir(objects / key) if name.startswith(number))

    before = part(flipped, "00002").read_bytes()
    part(flipped, "00002").write_bytes(bytes([before[0] ^ 1]) + before[1:])
    part(cut, "00001").write_bytes(part(cut, "00001").read_bytes()[:-1])
    part(half, "00001").unlink()
    shutil.rmtree(objects / lost)
    scrub = scrub_of(pool, blobs)
    await scrub.go_on(60)
    named = {finding.subject: finding.finding for finding in await findings(pool)}
    assert named.keys() == {
        f"{flipped}#2",
        *(f"{key}#1" for key in (cut, half, lost)),
        f"{lost}#2",
    } | {name for name in named if name.startswith((cut, half))}
    assert named[f"{flipped}#2"] == "the part is not what was stored"
    assert named[f"{lost}#1"] == "the object is missing"

    part(flipped, "00002").write_bytes(before)
    assert f"{flipped}#2" not in {finding.subject for finding in await found(scrub)}
    assert f"{flipped}#2" not in {finding.subject for finding in await findings(pool)}


async def test_a_changed_leaf_or_node_of_a_tree_is_named(
    product_database_url: str, pool: AsyncConnectionPool, blobs: FilesystemBlobStore
) -> None:
    account, schema = "00000000-0000-4000-8000-00000000000a", schema_of(PROJECTION)
    nodes: dict[tuple[int, int], bytes] = {}
    with psycopg.connect(product_database_url) as owner:
        for index in range(5):
            content = bytes([index]) * 32
            owner.execute(
                f"insert into {schema}.account_leaves (account_id, index, tag, place, content, seq) "
                "values (%s, %s, 't', %s, %s, 1)",
                (account, index, index, content),
            )
            level, place = 0, index
            nodes[0, index] = sha256(b"\0" + leaf(b"t", index, content)).digest()
            while place & 1:
                both = nodes[level, place - 1] + nodes[level, place]
                level, place = level + 1, place >> 1
                nodes[level, place] = sha256(b"\1" + both).digest()
        for (level, place), hash_ in nodes.items():
            owner.execute(
                f"insert into {schema}.account_tree_nodes (account_id, level, index, hash, seq) "
                "values (%s, %s, %s, %s, 1)",
                (account, level, place, hash_),
            )
        trees = f"insert into {schema}.account_trees (account_id, size, seq) values (%s, 5, 1)"
        owner.execute(trees, (account,))
        owner.execute("insert into vault.sealed_head values (%s, 5, 0)", (account,))
    scrub = scrub_of(pool, blobs)

    async def named() -> set[str]:
        return {finding.subject.partition(":")[2] for finding in await found(scrub)}

    assert await named() == set()
    change(product_database_url, f"update {schema}.account_leaves set content = '\\x00' where index = 3")
    assert await named() == {"3"}
    change(product_database_url, f"delete from {schema}.account_leaves where index = 4")
    assert await named() == {"3", "4"}
    change(
        product_database_url,
        f"update {schema}.account_tree_nodes set hash = '\\x00' where level = 1 and index = 0",
    )
    assert await named() == {"3", "4", "nodes"}


async def test_the_search_goes_on_where_it_stopped_and_rests_after_its_end(
    product_database_url: str,
    pool: AsyncConnectionPool,
    blobs: FilesystemBlobStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(object_parts, "_BYTES", 1)
    key = await an_object(product_database_url, blobs)
    part = ObjectParts(pool, blobs)
    scrub = Scrub(pool, (part,))
    seen: list[str] = []
    once = part.slice

    async def noted(place: str):
        seen.append(place)
        return await once(place)

    monkeypatch.setattr(part, "slice", noted)
    upload = key.split("/")[2][:36]
    # No time at all: one slice is begun by nobody.
    await scrub.go_on(0)
    assert seen == []
    with psycopg.connect(product_database_url) as owner:
        owner.execute("insert into keeping.place values ('object', %s, now(), null)", (f"{upload}:1",))
    await scrub.go_on(60)
    assert seen == [f"{upload}:1", f"{upload}:"]
    await scrub.go_on(60)
    assert len(seen) == 2
    change(product_database_url, "update keeping.place set finished_at = now() - interval '21 hours'")
    await scrub.go_on(60)
    assert seen[2:] == ["", f"{upload}:1", f"{upload}:"]
    # The clock was set back since the end of it.
    change(product_database_url, "update keeping.place set finished_at = now() + interval '1 day'")
    await scrub.go_on(60)
    assert seen[5:] == ["", f"{upload}:1", f"{upload}:"]


# As PostgreSQL answers where the checksum of a page fails, where the disk does, and where a file is gone.
@pytest.mark.parametrize("code", ["XX001", "58030", "58P01"])
async def test_a_page_that_cannot_be_read_is_narrowed_down_to_its_rows(
    product_database_url: str, pool: AsyncConnectionPool, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    with psycopg.connect(product_database_url) as owner:
        owner.execute("update es.head set position = 9")
        owner.execute(
            "create function public.page(bigint, bigint) returns boolean language plpgsql as $$ begin "
            f"if 7 > $1 and 7 <= $2 then raise exception 'invalid page' using errcode = '{code}'; end if; "
            "return false; end $$".encode()
        )
    failing = b"select 1 where %s = 0 and public.page(%s, %s)"
    monkeypatch.setattr(log_rows, "_SELECT", failing)
    step = await LogRows(pool, EventMapper(EventRegistry(DECIDERS))).slice("0:0")
    unreadable = {
        subject for subject, said in step.damaged.items() if said == "PostgreSQL cannot read the row"
    }
    assert unreadable == {"0:7"}


class Part:
    """A part of two slices, whose first one fails."""

    name = "object"

    def __init__(self, failure: Exception | None) -> None:
        self.failure = failure
        self.asked: list[str] = []

    async def slice(self, place: str) -> Slice:
        self.asked.append(place)
        if self.failure is not None:
            raise self.failure
        return Slice((), {}, None)


@pytest.mark.parametrize("failure", [unavailable(), psycopg.errors.IoError("read"), KeyError("x")], ids=repr)
async def test_a_part_that_cannot_be_searched_keeps_no_other_from_it(
    product_database_url: str, pool: AsyncConnectionPool, blobs: FilesystemBlobStore, failure: Exception
) -> None:
    key = await an_object(product_database_url, blobs)
    shutil.rmtree(blobs._objects / key)  # pyright: ignore[reportPrivateUsage] - as a disk loses it
    part, away = Part(failure), isinstance(failure, Unavailable)
    part.name = "log"
    scrub = Scrub(pool, (part, ObjectParts(pool, blobs)))
    await scrub.go_on(60)
    of_log = {finding.subject for finding in await findings(pool) if finding.part == "log"}
    assert of_log == (set() if away else {"as a whole"})
    assert {finding.part for finding in await findings(pool)} >= {"object"}
    # It is tried again the next time, and what was said of it is taken back.
    part.failure = None
    await scrub.go_on(60)
    assert part.asked == ["", ""]
    assert {finding.part for finding in await findings(pool)} == {"object"}


async def test_a_tree_that_cannot_be_read_is_named_and_the_others_are_searched(
    product_database_url: str, pool: AsyncConnectionPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = [f"00000000-0000-4000-8000-00000000000{name}" for name in "ab"]
    with psycopg.connect(product_database_url) as owner:
        for account in (one, other):
            owner.execute("insert into vault.sealed_head values (%s, 5, 0)", (account,))
        owner.execute(
            "create function public.size(uuid) returns bigint language plpgsql as $$ begin "
            f"if $1 = '{one}' then raise exception 'read' using errcode = '58030'; end if; "
            "return 0; end $$".encode()
        )
    monkeypatch.setattr(tree_nodes, "_SIZE", b"select public.size(%s)")
    scrub = Scrub(pool, (TreeNodes(pool),))
    await scrub.go_on(60)
    assert [finding.subject for finding in await findings(pool)] == [f"{one}:from 0"]
    change(product_database_url, "update keeping.place set finished_at = now() - interval '21 hours'")
    monkeypatch.setattr(tree_nodes, "_SIZE", b"select 0 where %s is not null")
    await scrub.go_on(60)
    assert await findings(pool) == []


async def test_a_new_version_of_the_tree_on_its_way_is_no_damage(
    product_database_url: str,
    valkey_url: str,
    tmp_path: Path,
    pool: AsyncConnectionPool,
    blobs: FilesystemBlobStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # As if every fact of an account held a statement, which no tree holds.
    monkeypatch.setattr(LogRows, "_statements", lambda *_: [b"a statement"])
    async with an_open_house(product_database_url, valkey_url, tmp_path) as house:
        ann = await house.person().arrived()
        await ann.subscribed()
        await house.follow()
        scrub = scrub_of(pool, blobs)
        name, version = PROJECTION.name, PROJECTION.version
        # The version before is shown, and stopped half way when the processes that followed for it ended.
        change(
            product_database_url,
            f"insert into es.tracking select '{name}_{version - 1}', log_id, 0 from es.tracking "
            f"where follower = '{name}_{version}'",
        )
        shown = f"update es.read_model set version = %s where name = '{name}'"
        change(product_database_url, shown % (version - 1))
        missing = "its statement is not in the tree of the account"
        assert missing not in {finding.finding for finding in await found(scrub) if finding.part == "log"}
        change(product_database_url, shown % version)
        assert missing in {finding.finding for finding in await found(scrub) if finding.part == "log"}
        # An account that waits for a person is left out as well.
        change(
            product_database_url,
            f"insert into es.parked select '{name}_{version}', 0, account_id, 1, 'x' from es.event "
            "where account_id is not null group by account_id",
        )
        assert missing not in {finding.finding for finding in await found(scrub) if finding.part == "log"}


async def test_objects_of_an_s3_store_are_searched_and_an_outage_of_it_is_no_damage(
    product_database_url: str, pool: AsyncConnectionPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with s3() as reached:
        store = reached.store
        assert isinstance(store, S3BlobStore)
        lost, kept_back, whole = sorted(
            [await an_object(product_database_url, store, b"sealed") for _ in range(3)]
        )
        scrub = Scrub(pool, (ObjectParts(pool, store),))
        await scrub.go_on(60)
        assert await findings(pool) == []
        await store.delete(lost)
        call, away = S3BlobStore._call, [True]  # pyright: ignore[reportPrivateUsage]

        async def refusing(self: S3BlobStore, operation: str, **said: Any) -> Any:
            if away[0] or (operation == "get_object" and said["Key"] == kept_back):
                raise Unavailable("The object store does not answer.", reason="object_store")
            return await call(self, operation, **said)

        monkeypatch.setattr(S3BlobStore, "_call", refusing)
        again = "update keeping.place set finished_at = now() - interval '21 hours'"
        change(product_database_url, again)
        await scrub.go_on(60)
        assert await findings(pool) == []
        away[0] = False
        await scrub.go_on(60)
        named = {finding.subject.partition("#")[0]: finding.finding for finding in await findings(pool)}
        assert named == {
            lost: "the object is missing",
            kept_back: "the object store does not give the object",
        }
        assert whole not in named
