"""The product's accounts as browsers meet them: real servers, followers that follow, a clock that stands."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

import httpx
from litestar import Litestar

from api.composition.app import compose
from api.composition.following import REACTIONS, watchers
from api.composition.sealing import sealer_of
from application.catalogue import DECIDERS
from application.ports import Context, Outcome
from domain.ids import built_in_role
from domain.kernel import Actor
from infrastructure.bus import Announcer
from infrastructure.event_store.follower import run_followers
from infrastructure.event_store.registry import EventRegistry
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.rows.progress import Progress
from infrastructure.settings import Settings, load_settings
from infrastructure.telling import Telling
from infrastructure.vault.log_key import make_log_key
from infrastructure.vault.sealer import Sealer
from projections.catalogue import PROJECTIONS
from tests.support.door import KEY, ORIGIN, SECRET, Browser, Clock, Door, an_address
from tests.support.stack import seen_by

# Nothing can be read here, and nothing made.
NO_KEY = Path("/dev/null/log-key.pem")


class House(Door):
    """The running application, and followers beside it."""

    def environ(self) -> dict[str, str]:
        """What a command of this installation is told."""
        return {
            "COFFER_MODE": "development",
            "COFFER_PUBLIC_URL": ORIGIN,
            "DATABASE_URL": self.settings.database_url,
            "COFFER_PROJECTOR_DATABASE_URL": self.settings.projector_database_url,
            "REDIS_URL": self.settings.redis_url,
            "COFFER_AUTH_SECRET": SECRET,
            "COFFER_KEK": KEY,
            "COFFER_BLOB_SECRET": SECRET,
            "COFFER_LOG_KEY_FILE": str(self.settings.log_key_file),
        }

    def person(self) -> Person:
        """Somebody new in a browser of their own."""
        return Person(self, {}, house=self)

    async def run(self, command: Any) -> Outcome:
        """What the clock or the operator asks."""
        request_id = uuid4()
        context = Context(Actor(), self.clock(), request_id, correlation_id=request_id)
        return await self.base.commands.run(command, context)

    @contextlib.asynccontextmanager
    async def sealer(self, **changed: Any) -> AsyncGenerator[Sealer]:
        """A further process that signs, as after a start; `changed` are settings of its own."""
        settings = dataclasses.replace(self.settings, **changed)
        make_log_key(settings.log_key_file)
        sealer = sealer_of(settings, self.clock)
        sealer.start()
        try:
            yield sealer
        finally:
            await asyncio.to_thread(sealer.stop)

    async def follow(self) -> None:
        """Wait until the read models show everything."""
        ((head,),) = await self.rows("select max(position) from es.head")
        assert await self.base.progress.wait(head, 10.0) >= head


@dataclass
class Person(Browser):
    """Somebody who reads their own writes, as the app does."""

    house: House = field(kw_only=True)
    email: str = field(default_factory=an_address)
    position: int = 0

    async def call(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        sent = {"X-Min-Position": str(self.position), **headers}
        more: dict[str, Any] = {} if body is None else {"json": body}
        answer = await self.http.request(method, path, headers=sent, **more)
        self.position = max(self.position, int(answer.headers.get("X-Position", "0")))
        return answer

    async def data(self, method: str, path: str, body: Any = None, *, status: int = 200) -> Any:
        """What a call that is carried out answers."""
        answer = await self.call(method, path, body)
        assert answer.status_code == status, answer.text
        return answer.json()["data"]

    async def refusal(self, method: str, path: str, body: Any = None) -> tuple[int, str, str]:
        """Status, code and reason of a call that is refused."""
        answer = await self.call(method, path, body)
        assert answer.status_code >= 400, answer.text
        error = answer.json()
        return answer.status_code, error["code"], error.get("details", {}).get("reason", "")

    async def arrived(self, name: str = "Ann") -> Person:
        """Registered and signed in."""
        await self.registered(self.email, name=name)
        return self

    async def subscribed(self, plan: str = "family", name: str = "Hawthorne") -> dict[str, Any]:
        """With an account of their own."""
        body = {"planId": plan, "displayName": name}
        return await self.data("POST", "/api/account/subscribe", body)

    async def invites(self, guest: Person, role: str = "member") -> dict[str, Any]:
        """Invite somebody to the current account by the word of a role."""
        body = {"email": guest.email, "roleId": await self.role(role)}
        return await self.data("POST", "/api/invitations", body, status=201)

    async def role(self, word: str) -> str:
        """The id of a built-in role by its word, of another by its name."""
        account = UUID((await self.session())["session"]["accountId"])
        built_in = str(built_in_role(account, word))
        roles = await self.data("GET", "/api/roles")
        return next(role["id"] for role in roles if built_in == role["id"] or word == role["name"])

    async def admits(self, guest: Person, role: str = "member") -> str:
        """Invite somebody who joins; the id of the person."""
        invited = await self.invites(guest, role)
        await self.house.follow()
        account = (await self.session())["session"]["accountId"]
        joined = await guest.data("POST", "/api/accounts/join", {"accountIds": [account]})
        assert joined == [{"accountId": account, "joined": True, "error": None}], (joined, invited)
        return (await guest.session())["user"]["id"]


@contextlib.asynccontextmanager
async def an_open_house(
    owner_url: str, valkey_url: str, mail: Path, *, seals: bool = True, **more: str
) -> AsyncIterator[House]:
    """The whole application, started on a database as `./coffer migrate` leaves it.

    Without `seals` nobody signs its history.
    """
    settings = load_settings(
        {
            "COFFER_MODE": "development",
            "COFFER_PUBLIC_URL": ORIGIN,
            "DATABASE_URL": seen_by("coffer_app", owner_url),
            "COFFER_PROJECTOR_DATABASE_URL": seen_by("coffer_projector", owner_url),
            "REDIS_URL": valkey_url,
            "COFFER_AUTH_SECRET": SECRET,
            "COFFER_KEK": KEY,
            "COFFER_BLOB_SECRET": SECRET,
            "COFFER_MAIL_DIR": str(mail),
            "COFFER_LOG_KEY_FILE": str(mail / "log-key.pem"),
            **more,
        }
    )
    make_log_key(settings.log_key_file)
    clock = Clock()
    # Who answers requests never sees the log's key: no house could be opened if the API wanted it.
    app = compose(dataclasses.replace(settings, log_key_file=NO_KEY), clock)
    stop = threading.Event()
    sealer = sealer_of(settings, clock) if seals else None
    followers = threading.Thread(target=_follow, args=(settings, sealer, stop), daemon=True)
    progress = Progress(settings.database_url)
    base = SimpleNamespace(
        commands=app.dependencies["commands"].dependency(),
        reader=app.dependencies["reader"].dependency(),
        progress=progress,
    )
    async with _living(app):
        followers.start()
        await progress.open()
        try:
            yield House(app, base, clock, settings, owner_url)
        finally:
            await progress.close()
            stop.set()
            followers.join(5)


@contextlib.asynccontextmanager
async def _living(app: Litestar) -> AsyncIterator[None]:
    """The application started. It is stopped by the task that started it, which a fixture's need not be."""
    started, ended = asyncio.Event(), asyncio.Event()

    async def live() -> None:
        async with app.lifespan():
            started.set()
            await ended.wait()

    life = asyncio.create_task(live())
    waiting = asyncio.create_task(started.wait())
    await asyncio.wait({life, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if life.done():
        waiting.cancel()
        await life
    yield
    ended.set()
    await life


def _follow(settings: Settings, sealer: Sealer | None, stop: threading.Event) -> None:
    url = settings.projector_database_url
    listeners = [Telling(url, Announcer(settings.redis_url)).listener()]
    if sealer is not None:
        listeners.append(sealer.listener())
    run_followers(
        *(url, EventRegistry(DECIDERS), KeyWrapping(settings.kek), PROJECTIONS),
        reactions=REACTIONS,
        watchers=watchers(settings),
        listeners=listeners,
        stop=stop,
        ready=sealer.start if sealer else lambda: None,
    )
    if sealer is not None:
        sealer.stop()


def details(answer: httpx.Response) -> Mapping[str, Any]:
    """What a refusal says besides its reason."""
    return answer.json()["details"]
