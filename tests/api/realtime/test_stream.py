"""What a socket is told: what changed, to whom it may be shown, and what was missed."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import msgspec
import psycopg
import pytest

from projections.oversight.changes import KEPT
from tests.support.shapes_of import NOON
from tests.support.streams import (
    ACME,
    ALICE,
    BETA,
    FAMILY,
    MEMBER,
    OWNERS,
    World,
    document,
    hello,
    shown,
)


async def test_a_socket_is_greeted_and_told_what_changes(world: World) -> None:
    world.reached[0] = 7
    one, tab, bob = uuid4(), uuid4(), uuid4()
    async with world.socket() as socket:
        assert await hello(socket) == {
            "type": "hello",
            "v": 1,
            "accountId": str(ACME),
            "seq": 7,
            "userId": str(ALICE),
            "serverTime": "2026-03-01T12:00:00.123000Z",
            "heartbeatSec": 25,
            "resumed": False,
        }
        world.happens(document(8, FAMILY, item=one, origin=tab, actor_id=bob))
        assert await socket.frame() == {
            "type": "changed",
            "v": 1,
            "accountId": str(ACME),
            "seq": 8,
            "changes": [
                {
                    "resource": "document",
                    "id": str(one),
                    "version": 8,
                    "op": "upsert",
                    "by": str(bob),
                    "origin": str(tab),
                }
            ],
        }


async def test_what_belongs_together_comes_in_one_frame_and_only_the_newest_of_an_item(world: World) -> None:
    one, two = uuid4(), uuid4()
    async with world.socket() as socket:
        await hello(socket)
        world.happens(
            document(1, FAMILY, item=one), document(2, FAMILY, item=two), document(3, FAMILY, item=one)
        )
        frame = await socket.frame()
        assert shown(frame) == [("document", str(two), 2, "upsert"), ("document", str(one), 3, "upsert")]
        assert frame["seq"] == 3


async def test_only_those_who_can_open_an_item_hear_of_it(world: World) -> None:
    item = uuid4()
    async with world.socket() as socket:
        await hello(socket)
        world.happens(document(1, OWNERS))
        assert await socket.nothing()
        world.happens(document(2, OWNERS, FAMILY, item=item))
        assert shown(await socket.frame()) == [("document", str(item), 2, "upsert")]
        world.happens(document(3, OWNERS, item=item))
        assert shown(await socket.frame()) == [("document", str(item), 3, "delete")]
        world.happens(document(4, OWNERS, item=item))
        assert await socket.nothing()


async def test_another_account_hears_nothing(world: World) -> None:
    world.actor[0] = msgspec.structs.replace(MEMBER, account_id=BETA)
    async with world.socket() as socket:
        await hello(socket)
        world.happens(document(1, FAMILY))
        assert await socket.nothing()


async def test_a_socket_that_comes_back_is_told_what_it_missed(world: World) -> None:
    items = [uuid4() for _ in range(3)]
    world.happens(*(document(number, FAMILY, item=item) for number, item in enumerate(items, 1)))
    async with world.socket("since=1") as socket:
        assert (await hello(socket))["resumed"] is True
        assert [id for _, id, _, _ in shown(await socket.frame())] == [str(item) for item in items[1:]]
        later = uuid4()
        world.happens(document(4, FAMILY, item=later))
        assert shown(await socket.frame()) == [("document", str(later), 4, "upsert")]


async def test_what_is_too_long_ago_is_fetched_anew(world: World) -> None:
    page = uuid4()
    with psycopg.connect(world.owner) as owner:
        owner.execute(
            "insert into es.event values (0, 1, %(i)s, 'x', %(i)s, %(i)s, 1, 'x.y', 1, '', %(i)s, 'system', "
            "null, null, null, null, %(i)s, null, %(i)s, null, null, null, %(at)s, now(), '')",
            {"i": page, "at": NOON},
        )
    world.now[0] = NOON + KEPT + timedelta(seconds=1)
    world.reached[0] = 9
    async with world.socket("since=1") as socket:
        assert (await hello(socket))["resumed"] is False
        assert await socket.frame() == {"type": "resync", "v": 1, "reason": "gap", "seq": 9}


async def test_too_much_at_once_is_fetched_anew(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.realtime.pending.MOST_PENDING", 3)
    async with world.socket() as socket:
        await hello(socket)
        world.happens(*(document(number, FAMILY) for number in range(1, 6)))
        assert await socket.frame() == {"type": "resync", "v": 1, "reason": "slow", "seq": 5}


async def test_frames_hold_two_hundred_changes(world: World) -> None:
    async with world.socket() as socket:
        await hello(socket)
        world.happens(*(document(number, FAMILY) for number in range(1, 252)))
        assert [len((await socket.frame())["changes"]) for _ in range(2)] == [200, 51]
