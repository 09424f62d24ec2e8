"""Who may open a socket, what it says, and when it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import msgspec
import psycopg
import pytest
from redis.asyncio import Redis

from api.realtime import connection as connections
from api.realtime.stream import MOST_PER_PERSON
from application.oversight.bus import Ear
from domain.accounts.accounts.events import MemberRoleChanged
from domain.identity.sessions import AccountSwitched, SessionEnded
from domain.identity.users import UserBanned
from domain.kernel import Actor, Recorded
from infrastructure.bus import ValkeyBus
from projections.oversight.standing import PEOPLE, channel_of
from tests.support.cut_off import cut_off
from tests.support.facts import recorded
from tests.support.shapes_of import all_members
from tests.support.sockets import Closed
from tests.support.streams import (
    ACME,
    ALICE,
    BETA,
    FAMILY,
    MEMBER,
    NOBODY,
    OWNERS,
    World,
    document,
    hello,
    shown,
)

pytestmark = pytest.mark.begins_early


def ended(reason: str) -> Recorded:
    event = SessionEnded(reason)  # pyright: ignore
    return recorded(event, position=1, entity_id=MEMBER.session_id)


@pytest.mark.parametrize(
    ("fact", "now", "reason", "code"),
    [
        (ended("revoked"), NOBODY, "revoked", 4401),
        (ended("banned"), NOBODY, "banned", 4401),
        (recorded(all_members(UserBanned), entity_id=ALICE), NOBODY, "banned", 4401),
        (
            recorded(AccountSwitched(ACME, BETA), entity_id=MEMBER.session_id),
            msgspec.structs.replace(MEMBER, account_id=BETA),
            "switched",
            4409,
        ),
        (
            recorded(msgspec.structs.replace(all_members(MemberRoleChanged), user_id=ALICE), account_id=BETA),
            msgspec.structs.replace(MEMBER, account_id=None),
            "role",
            4403,
        ),
    ],
)
async def test_a_socket_ends_with_what_it_stands_on(
    world: World, fact: Recorded, now: Actor, reason: str, code: int
) -> None:
    async with world.socket() as socket:
        await hello(socket)
        world.actor[0] = now
        world.happens(fact._replace(position=1))
        assert await socket.frame() == {"type": "session", "v": 1, "reason": reason}
        with pytest.raises(Closed) as closed:
            await socket.frame()
        assert closed.value.code == code


async def test_new_rights_are_told_and_used(world: World) -> None:
    async with world.socket() as socket:
        await hello(socket)
        world.actor[0] = msgspec.structs.replace(MEMBER, reads=frozenset({OWNERS}))
        event = msgspec.structs.replace(all_members(MemberRoleChanged), user_id=ALICE)
        world.happens(recorded(event, position=1, account_id=BETA))
        assert await socket.frame() == {"type": "session", "v": 1, "reason": "role"}
        world.happens(document(2, OWNERS))
        assert len(shown(await socket.frame())) == 1


@pytest.mark.parametrize(
    ("now", "reason", "code"),
    [
        (NOBODY, "revoked", 4401),
        (msgspec.structs.replace(MEMBER, account_id=None), "role", 4403),
        (msgspec.structs.replace(MEMBER, account_id=BETA), "switched", 4409),
    ],
)
async def test_news_are_not_told_to_a_session_that_ended_without_a_word(
    world: World, now: Actor, reason: str, code: int
) -> None:
    """By its own time, or while the bus was cut: whoever hears of a change asks for it, and is refused."""
    async with world.socket() as socket:
        await hello(socket)
        world.actor[0] = now
        world.happens(document(1, FAMILY))
        frames, closed = await socket.rest()
    assert (frames, closed) == ([{"type": "session", "v": 1, "reason": reason}], code)


async def test_the_end_of_a_session_is_told_before_the_changes_it_came_with(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one append a person is removed and banned: the end comes with its reason, before any change."""
    said: list[str] = []

    def say(channel: str, _message: bytes) -> None:
        said.append(channel)

    monkeypatch.setattr(world.telling, "_announcer", SimpleNamespace(say=say))
    world.happens(document(1, FAMILY), ended("banned")._replace(position=2), document(3, FAMILY))
    assert said == [PEOPLE, channel_of(ACME)]


async def test_a_session_that_ends_while_its_socket_opens_is_told_nothing_else(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its end was announced before the socket listened to announcements."""
    listen = ValkeyBus.listen

    async def ends_first(bus: ValkeyBus, channel: str, ear: Ear) -> None:
        world.actor[0] = NOBODY
        await listen(bus, channel, ear)

    monkeypatch.setattr(ValkeyBus, "listen", ends_first)
    async with world.socket() as socket:
        frames, code = await socket.rest()
    assert (frames, code) == ([{"type": "session", "v": 1, "reason": "revoked"}], 4401)


async def test_a_change_is_shown_by_the_rights_of_the_moment_it_is_told(world: World) -> None:
    async with world.socket() as socket:
        await hello(socket)
        world.actor[0] = msgspec.structs.replace(MEMBER, reads=frozenset({OWNERS}))
        world.happens(document(1, FAMILY), document(2, OWNERS))
        assert await socket.frame() == {"type": "session", "v": 1, "reason": "role"}
        assert [version for _, _, version, _ in shown(await socket.frame())] == [2]


async def test_the_end_of_another_session_is_no_matter(world: World) -> None:
    async with world.socket() as socket:
        await hello(socket)
        # What the test before has caused may still be on its way.
        assert await socket.nothing()
        world.actor[0] = NOBODY
        world.happens(recorded(SessionEnded("revoked"), entity_id=uuid4()))
        assert await socket.nothing()


@pytest.mark.parametrize(
    ("actor", "query", "code"),
    [
        (NOBODY, "", 4401),
        (msgspec.structs.replace(MEMBER, account_id=None), "", 4403),
        (msgspec.structs.replace(MEMBER, may=frozenset()), "", 4403),
        (MEMBER, f"account={BETA}", 4409),
    ],
)
async def test_a_stranger_is_told_why_not(world: World, actor: Actor, query: str, code: int) -> None:
    world.actor[0] = actor
    async with world.socket(query) as socket:
        with pytest.raises(Closed) as closed:
            await socket.frame()
        assert closed.value.code == code


@pytest.mark.parametrize("origin", ["https://evil.test", "null", None])
async def test_a_foreign_page_opens_no_socket(world: World, origin: str | None) -> None:
    with pytest.raises(Closed) as closed:
        async with world.socket(origin=origin):
            pass
    assert closed.value.code == 0


async def test_a_person_has_ten_sockets(world: World) -> None:
    async with asyncio.TaskGroup() as group:
        leave = asyncio.Event()

        async def hold() -> None:
            async with world.socket() as socket:
                await hello(socket)
                opened.release()
                await leave.wait()

        opened = asyncio.Semaphore(0)
        for _ in range(MOST_PER_PERSON):
            group.create_task(hold())
        for _ in range(MOST_PER_PERSON):
            await opened.acquire()
        async with world.socket() as eleventh:
            with pytest.raises(Closed) as closed:
                await eleventh.frame()
        leave.set()
    assert closed.value.code == 4429
    async with world.socket() as socket:
        await hello(socket)


async def test_a_silent_socket_is_pinged_and_then_ended(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Who answers is there for longer than a silent one would be, and may be late: the machine can stand still
    # for seconds.
    monkeypatch.setattr(connections, "HEARTBEAT_SECONDS", 0.5)
    monkeypatch.setattr(connections, "SILENT_SECONDS", 5.0)
    async with world.socket() as socket:
        await hello(socket)
        for _ in range(12):
            ping = await socket.frame()
            assert ping["type"] == "ping"
            await socket.say(type="pong", t=ping["t"])
        frames, code = await socket.rest()
    assert ({frame["type"] for frame in frames}, code) == ({"ping"}, 4408)


async def test_what_a_browser_reports_is_a_fact(world: World) -> None:
    item = uuid4()
    async with world.socket() as socket:
        await hello(socket)
        await socket.say(type="ack", seq=3)
        await socket.say(type="report", kind="rollback", resource="document", id=str(item), contentRevision=4)
        async with asyncio.timeout(60):
            # The other side is a database and cannot set an event here.
            while not (rows := _reports(world)):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
    assert rows == [
        (ACME, ALICE, {"event": "client.reported", "kind": "rollback", "detail": f"document {item} 4"})
    ]


def _reports(world: World) -> Sequence[Any]:
    with psycopg.connect(world.owner) as owner:
        return owner.execute(
            "select account_id, actor_id, convert_from(state, 'UTF8')::jsonb from es.event "
            "where type = 'client.reported'"
        ).fetchall()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"v":1}',
        '{"v":2,"type":"pong","t":1}',
        '{"v":1,"type":"pong","t":1,"x":1}',
        '{"v":1,"type":"hello"}',
        '{"v":1,"type":"report","kind":"rollback","resource":"../x","id":"1","contentRevision":1}',
        '{"v":1,"type":"pong","t":' + "1" * 3000 + "}",
    ],
)
async def test_a_malformed_frame_ends_the_socket(world: World, text: str) -> None:
    async with world.socket() as socket:
        await hello(socket)
        await socket.say_text(text)
        with pytest.raises(Closed) as closed:
            await socket.frame()
        assert closed.value.code == 1008


async def test_a_process_that_stops_sends_its_sockets_elsewhere(world: World) -> None:
    async with world.socket() as socket:
        await hello(socket)
        await world.streams.close()
        frames, code = await socket.rest()
    assert ([frame["reason"] for frame in frames], code) == (["deploy"], 1012)


async def test_a_broken_bus_makes_sockets_fetch_anew_and_goes_on(world: World, valkey_url: str) -> None:
    """What happens after a page was sent to fetch is told: it is sent when it hears again, not before."""
    async with world.socket() as socket:
        await hello(socket)
        async with Redis.from_url(valkey_url) as valkey:
            await cut_off(valkey, "pubsub")
        assert (await socket.frame())["type"] == "resync"
        world.happens(document(1, FAMILY))
        assert (await socket.frame())["type"] == "changed"
