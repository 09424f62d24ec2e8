"""From a click in one browser to a frame in another, and to an entry of the audit log."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.support.door import ORIGIN
from tests.support.house import House, Person, an_open_house
from tests.support.sockets import Socket, a_socket


@pytest.fixture(scope="module")
async def house(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    mail: Path = tmp_path_factory.mktemp("mail")
    async with an_open_house(module_product_database_url, valkey_url, mail) as house:
        yield house


def listening(person: Person, query: str = ""):
    cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    return a_socket(person.door.app, "/socket/stream", origin=ORIGIN, cookie=cookie, query=query)


async def until(socket: Socket, resource: str) -> Any:
    """The first change of a resource."""
    while True:
        frame = await socket.frame()
        for change in frame.get("changes", ()):
            if change["resource"] == resource:
                return change


async def test_another_browser_hears_of_an_invitation_and_of_the_person_who_came(house: House) -> None:
    ann, bob = await house.person().arrived(), await house.person().arrived("Bob")
    account = await ann.subscribed()
    async with listening(ann) as socket:
        hello = await socket.frame()
        assert (hello["type"], hello["accountId"]) == ("hello", account["id"])
        invited = await ann.invites(bob)
        assert (await until(socket, "invitation"))["id"] == invited["id"]
        await house.follow()
        await bob.data("POST", "/api/accounts/join", {"accountIds": [account["id"]]})
        change = await until(socket, "member")
        assert (change["id"], change["op"]) == ((await bob.session())["user"]["id"], "upsert")
    await house.follow()
    answer = await ann.get("/audit-logs/account", params={"limit": 200})
    entries = answer.json()["data"]
    actions = {entry["action"] for entry in entries}
    assert {"account.opened", "member.joined", "invitation.sent", "invitation.accepted"} <= actions
    joined = next(
        entry for entry in entries if entry["action"] == "member.joined" and entry["actor"]["name"] == "Bob"
    )
    assert joined["context"]["ip"].startswith("10.")
    assert joined["context"]["agent"] == "Mozilla/5.0 (test)"
    mine = (await bob.get("/audit-logs/me", params={"limit": 50})).json()["data"]
    assert {"user.registered", "session.started", "member.joined"} <= {entry["action"] for entry in mine}


@contextlib.contextmanager
def lagging_followers(owner_url: str) -> Iterator[None]:
    """The place of a follower cannot be moved, so no read model gets on; what is there can be read."""
    with psycopg.connect(owner_url) as owner:
        owner.execute("lock table es.tracking in exclusive mode")
        yield


async def test_what_a_lagging_follower_had_not_shown_when_the_session_was_read_is_told(
    house: House, module_database_url: str
) -> None:
    """A page reads its session and its lists; the change comes to them before its socket opens."""
    ann, bob = await house.person().arrived(), await house.person().arrived("Bob")
    await ann.subscribed()
    await house.follow()
    with lagging_followers(module_database_url):
        ((before,),) = await house.rows("select max(position) from es.head")
        invited = await ann.invites(bob)
        began = (await ann.get("/get-session")).headers["X-Read-Position"]
    assert int(began) <= before
    await house.follow()
    async with listening(ann, f"since={began}") as socket:
        hello = await socket.frame()
        assert (hello["type"], hello["seq"], hello["resumed"]) == ("hello", int(began), True)
        assert (await until(socket, "invitation"))["id"] == invited["id"]
    quiet = (await ann.get("/get-session")).headers["X-Read-Position"]
    async with listening(ann, f"since={quiet}") as socket:
        assert (await socket.frame())["seq"] == int(quiet)
        assert await socket.nothing()


async def test_a_socket_ends_with_its_session(house: House) -> None:
    ann = await house.person().arrived()
    await ann.subscribed()
    async with listening(ann) as socket:
        assert (await socket.frame())["type"] == "hello"
        await ann.post("/sign-out")
        frames, code = await socket.rest()
    assert code == 4401
    assert {"type": "session", "v": 1, "reason": "revoked"} in frames


async def test_whoever_is_invited_hears_that_there_is_a_notice_and_nobody_else_does(house: House) -> None:
    ann, bob = await house.person().arrived(), await house.person().arrived("Bob")
    await ann.subscribed()
    await bob.subscribed()
    await house.follow()
    async with listening(ann) as anns, listening(bob) as bobs:
        await bobs.frame()
        invited = await ann.invites(bob)
        frame = await bobs.frame()
        assert (frame["type"], frame["kind"], frame["id"]) == ("notice", "invitation", invited["id"])
        await until(anns, "invitation")
        assert await anns.nothing()
    shown = (await bob.call("GET", "/api/notifications")).json()
    assert (shown["unread"], shown["data"][0]["id"]) == (1, invited["id"])
