"""The stream: who may listen, what they are told, and when a socket ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec
import psycopg
import pytest
from litestar import Litestar

from api.http.app import create_app
from api.realtime import connection as connections
from api.realtime.stream import MOST_PER_PERSON, Streams, stream
from application.oversight.client_reports import ClientReports
from domain.accounts.accounts.events import MemberRoleChanged
from domain.identity.sessions import AccountSwitched, SessionEnded
from domain.identity.users import UserBanned
from domain.ids import AccountId, RoleId, SessionId, UserId
from domain.kernel import Actor, Recorded
from infrastructure.bus import Announcer, ValkeyBus
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.personal_data.keys import KeyWrapping, SubjectKeys
from infrastructure.rows.reader import PostgresReader
from infrastructure.telling import Telling
from projections.oversight.changes import KEPT, PROJECTION
from tests.support.facts import REGISTRY, recorded, take_in
from tests.support.shapes_of import NOON, all_members
from tests.support.sockets import Closed, Socket, a_socket

ORIGIN = "https://coffer.test"
ACME, BETA = AccountId(UUID(int=0xACE)), AccountId(UUID(int=0xBEA))
ALICE = UserId(UUID(int=0xA11CE))
OWNERS, FAMILY = RoleId(UUID(int=0x1)), RoleId(UUID(int=0x2))
MEMBER = Actor(
    "user",
    ALICE,
    ACME,
    SessionId(UUID(int=0x5E55)),
    role_id=FAMILY,
    reads=frozenset({FAMILY}),
    may=frozenset({"account.read"}),
)


@dataclass
class World:
    """The application, who the cookie belongs to, and how facts reach it."""

    app: Litestar
    streams: Streams
    telling: Telling
    projector: str
    owner: str
    actor: list[Actor] = field(default_factory=lambda: [MEMBER])
    reached: list[int] = field(default_factory=lambda: [0])
    now: list[Any] = field(default_factory=lambda: [NOON])

    def socket(self, query: str = "", origin: str | None = ORIGIN):
        return a_socket(self.app, "/socket/stream", origin=origin, query=query)

    def happens(self, *facts: Recorded) -> None:
        """Facts are taken in by the read model and told, as the followers do it."""
        take_in(self.projector, PROJECTION, *facts)
        self.telling.tell(facts)


@pytest.fixture
async def world(
    database_url: str, app_database_url: str, projector_database_url: str, valkey_url: str
) -> AsyncIterator[World]:
    ensure_projections(database_url, [PROJECTION])
    reader, bus = PostgresReader(app_database_url), ValkeyBus(valkey_url)
    keys = SubjectKeys(app_database_url, KeyWrapping(b"k" * 32))
    store = PostgresEventStore(app_database_url, REGISTRY, keys)
    world = World(
        None,
        None,
        Telling(projector_database_url, Announcer(valkey_url)),
        projector_database_url,
        database_url,
    )  # pyright: ignore

    async def actor_of(_socket: object) -> Actor:
        return world.actor[0]

    streams = Streams(
        bus=bus,
        reader=reader,
        reached=lambda: world.reached[0],
        actor_of=actor_of,
        reports=ClientReports(store),
        trusted=frozenset({ORIGIN}),
        now=lambda: world.now[0],
    )
    world.app = create_app(
        routes=[stream],
        dependencies={"streams": lambda: streams},
        lifespan=[],
        trusted_origins=frozenset({ORIGIN}),
    )
    world.streams = streams
    parts = (keys, store, reader, bus, streams)
    for part in parts:
        await part.open()
    yield world
    for part in reversed(parts):
        await part.close()


def document(position: int, *audience: UUID, item: UUID | None = None, **given: Any) -> Recorded:
    event = msgspec.structs.replace(all_members(REGISTRY.classes["document.revised"]), audience=audience)
    return recorded(
        event, position=position, account_id=ACME, entity_id=item or uuid4(), version=position, **given
    )


def shown(frame: Any) -> list[tuple[str, str, int, str]]:
    assert frame["type"] == "changed"
    return [(c["resource"], c["id"], c["version"], c["op"]) for c in frame["changes"]]


async def hello(socket: Socket) -> Any:
    frame = await socket.frame()
    assert frame["type"] == "hello"
    return frame


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


def ended(reason: str) -> Recorded:
    event = SessionEnded(reason)  # pyright: ignore
    return recorded(event, position=1, entity_id=MEMBER.session_id)


NOBODY = Actor("user")


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


async def test_the_end_of_another_session_is_no_matter(world: World) -> None:
    async with world.socket() as socket:
        await hello(socket)
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
    monkeypatch.setattr(connections, "HEARTBEAT_SECONDS", 0.1)
    monkeypatch.setattr(connections, "SILENT_SECONDS", 0.35)
    async with world.socket() as socket:
        await hello(socket)
        for _ in range(6):
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
        async with asyncio.timeout(5):
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
    import redis

    async with world.socket() as socket:
        await hello(socket)
        with redis.Redis.from_url(valkey_url) as valkey:
            valkey.client_kill_filter(_type="pubsub")
        assert (await socket.frame())["type"] == "resync"
        async with asyncio.timeout(5):
            for number in range(1, 100):
                world.happens(document(number, FAMILY))
                try:
                    frame = await socket.frame(0.2)
                except TimeoutError:
                    continue
                assert frame["type"] == "changed"
                break
