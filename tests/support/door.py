"""The authentication routes as browsers meet them: the real application on real servers, with a clock."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import msgspec
import psycopg
from litestar import Litestar

from api.composition import identity
from api.composition.app import common_dependencies
from api.composition.foundation import lay_foundation, lifespan_of
from api.http.app import create_app
from api.http.reference import reference
from application.commands import Route
from application.messaging.outbox import Body, body_label
from application.ports import Context
from application.unit_of_work import Work
from domain.kernel import Actor, Decider
from infrastructure.sealing import KeySealing
from infrastructure.settings import Settings, load_settings
from infrastructure.troubles import trouble_of
from tests.support.answered import Checked
from tests.support.stack import seen_by

ORIGIN = "https://coffer.test"
SECRET = "c2VjcmV0LW9ubHktZm9yLXRlc3RzLWF0LWxlYXN0LTMyLWJ5dGVz"
KEY = "a2V5LW9ubHktZm9yLXRlc3RzLWV4YWN0bHktMzItYnk"
PASSWORD = "plum-orbit-27-lantern"

_places = itertools.count(1)


@dataclass
class Clock:
    """Stands still until a test moves it."""

    now: datetime = datetime(2031, 5, 6, 7, 8, 9, 12000, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **by: float) -> None:
        self.now += timedelta(**by)


@dataclass
class Door:
    """The running application."""

    app: Litestar
    base: Any
    clock: Clock
    settings: Settings
    owner_url: str

    def browser(self, **headers: str) -> Browser:
        """Somebody's browser, at an address of its own."""
        return Browser(self, headers)

    async def rows(self, statement: str, values: Any = None) -> list[tuple[Any, ...]]:
        """What the database holds, as its owner sees it."""
        async with await _connect(self.owner_url) as connection:
            return await (await connection.execute(statement, values)).fetchall()

    async def facts(self, name: str) -> int:
        """How many facts of this name there are."""
        ((count,),) = await self.rows("select count(*) from es.event where type = %s", (name,))
        return count

    async def decide(
        self,
        decider: Decider[Any, Any, Any],
        entity_id: UUID,
        command: Any,
        *,
        account_id: UUID | None = None,
    ) -> None:
        """Carry out a command that has no route yet."""
        request_id = uuid4()
        work = Work(self.base.store, Context(Actor(), self.clock.now, request_id, request_id))
        await work.decide(decider, entity_id, command, account_id=account_id)
        await work.commit()

    async def letters(self, to: str) -> list[Body]:
        """What was put into the mail for an address, oldest first."""
        sealing = KeySealing(self.settings.kek)
        rows = await self.rows("select message_id, sealed from messaging.mail_body order by created_at")
        bodies = [msgspec.json.decode(sealing.open(body_label(i), s), type=Body) for i, s in rows]
        return [body for body in bodies if body.to == to]

    async def code(self, to: str) -> str:
        """The newest code that was sent to an address."""
        return [letter.params["code"] for letter in await self.letters(to) if "code" in letter.params][-1]


@dataclass
class Browser:
    """Keeps cookies and speaks as the public client does."""

    door: Door
    headers: dict[str, str] = field(default_factory=dict[str, str])

    def __post_init__(self) -> None:
        place = next(_places)
        address = f"10.{place >> 16 & 255}.{place >> 8 & 255}.{place & 255}"
        self.http = httpx.AsyncClient(
            transport=Checked(self.door.app, client=(address, 4000)),
            base_url=ORIGIN,
            headers={"Origin": ORIGIN, "User-Agent": "Mozilla/5.0 (test)", **self.headers},
        )

    async def post(self, path: str, body: Any = None, **options: Any) -> httpx.Response:
        more = {} if body is None else {"json": body}
        return await self.http.post(f"/api/auth{path}", **more, **options)

    async def get(self, path: str, **options: Any) -> httpx.Response:
        return await self.http.get(f"/api/auth{path}", **options)

    async def session(self, **query: str) -> Any:
        answer = await self.get("/get-session", params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def ask_for_code(self, email: str, kind: str = "sign-in") -> str:
        answer = await self.post("/email-otp/send-verification-otp", {"email": email, "type": kind})
        assert answer.json() == {"success": True}, answer.text
        return await self.door.code(email)

    async def sign_up(self, email: str, *, name: str = "Ann", password: str = PASSWORD) -> httpx.Response:
        body = {"name": name, "email": email, "password": password, "callbackURL": "/verify-otp"}
        return await self.post("/sign-up/email", body)

    async def sign_in_by_code(self, email: str) -> httpx.Response:
        code = await self.ask_for_code(email)
        return await self.post("/sign-in/email-otp", {"email": email, "otp": code})

    async def registered(self, email: str, **given: str) -> dict[str, Any]:
        """Sign up and prove the mailbox in this browser; the user as the wire shows it."""
        assert (await self.sign_up(email, **given)).status_code == 200
        answer = await self.sign_in_by_code(email)
        assert answer.status_code == 200, answer.text
        return answer.json()["user"]


def an_address() -> str:
    """An address that no other test uses."""
    return f"ann{next(_places)}@example.com"


@contextlib.asynccontextmanager
async def an_open_door(owner_url: str, valkey_url: str, mail: Path, **more: str) -> AsyncIterator[Door]:
    """The routes of signing in, started on a database as `./coffer migrate` leaves it."""
    settings = load_settings(
        {
            "COFFER_MODE": "development",
            "COFFER_PUBLIC_URL": ORIGIN,
            "DATABASE_URL": seen_by("coffer_app", owner_url),
            "REDIS_URL": valkey_url,
            "COFFER_AUTH_SECRET": SECRET,
            "COFFER_KEK": KEY,
            "COFFER_BLOB_SECRET": SECRET,
            "COFFER_MAIL_DIR": str(mail),
            **more,
        }
    )
    clock = Clock()
    catalogue: dict[type[Any], Route] = {}
    base = lay_foundation(settings, catalogue, clock)
    door = identity.Door(base)
    part = identity.slice_of(base, door)
    catalogue.update(part.routes)
    app = create_app(
        routes=[*part.handlers, *reference()],
        dependencies={**part.dependencies, **common_dependencies(base)},
        lifespan=[],
        trusted_origins=door.trusted,
        middleware=part.middleware,
        shortcuts=part.shortcuts,
        troubles=trouble_of,
        https=True,
    )
    # Entered here and not by the application, which would have to leave it in the task that entered it.
    async with lifespan_of([*base.parts, *part.parts])(app):
        yield Door(app, base, clock, settings, owner_url)


async def _connect(url: str) -> Any:
    return await psycopg.AsyncConnection.connect(url, autocommit=True)
