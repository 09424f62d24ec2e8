"""Damage at rest is found where it lies, and named."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest
from psycopg_pool import AsyncConnectionPool

from application.catalogue import DECIDERS
from domain.vault.encoding import leaf
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.registry import EventRegistry
from infrastructure.keeping import log_rows, object_parts
from infrastructure.keeping.log_rows import LogRows
from infrastructure.keeping.object_parts import ObjectParts
from infrastructure.keeping.scrub import Finding, Scrub, findings
from infrastructure.keeping.tree_nodes import TreeNodes
from infrastructure.object_store.filesystem import FilesystemBlobStore
from infrastructure.postgres import open_pool
from infrastructure.rows.schema import schema_of
from projections.vault.account_tree import PROJECTION
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


async def test_a_page_that_cannot_be_read_is_narrowed_down_to_its_rows(
    product_database_url: str, pool: AsyncConnectionPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with psycopg.connect(product_database_url) as owner:
        owner.execute("update es.head set position = 9")
        # PostgreSQL answers with this code where the checksum of a page fails.
        owner.execute(
            "create function public.page(bigint, bigint) returns boolean language plpgsql as $$ begin "
            "if 7 > $1 and 7 <= $2 then raise exception 'invalid page' using errcode = 'XX001'; end if; "
            "return false; end $$"
        )
    failing = b"select 1 where %s = 0 and public.page(%s, %s)"
    monkeypatch.setattr(log_rows, "_SELECT", failing)
    step = await LogRows(pool, EventMapper(EventRegistry(DECIDERS))).slice("0:0")
    unreadable = {
        subject for subject, said in step.damaged.items() if said == "PostgreSQL cannot read the row"
    }
    assert unreadable == {"0:7"}
