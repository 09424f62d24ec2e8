"""`/socket/stream`: who may listen, from where on, and how a socket joins the others."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from api.http.given import Given
from api.realtime.connection import (
    NOT_A_MEMBER,
    SILENT_SECONDS,
    SWITCHED,
    TOO_MANY,
    UNAUTHENTICATED,
    Closing,
    Connection,
)
from api.realtime.frames import Hello, Report
from api.realtime.pending import MOST_PENDING, Pending
from application.oversight.bus import Bus, Ear
from application.oversight.client_reports import ClientReports
from application.ports import Context
from domain.errors import Refused, Unavailable
from domain.kernel import Actor
from projections.kernel import Reader
from projections.oversight.changes import KEPT, Change, changes_since, is_forgotten
from projections.oversight.notices import Told
from projections.oversight.standing import PEOPLE, StandingChanged, channel_of, channel_of_person

log = structlog.get_logger("coffer.stream")

MOST_PER_PERSON = 10
_TRY_AGAIN = 1013
_PARTING_SECONDS = 1.0
GREETING_SECONDS = 5.0
"""For what the server does between the handshake and the first frame."""
_CHANGES = msgspec.json.Decoder(list[Change])
_TOLD = msgspec.json.Decoder(Told)
_STANDING = msgspec.json.Decoder(StandingChanged)

NOBODY = UUID(int=0)
Socket = WebSocket[Any, Any, Any]


class Streams:
    """Opens sockets and joins them to the bus."""

    def __init__(
        self,
        *,
        bus: Bus,
        reader: Reader,
        reached: Callable[[], int],
        actor_of: Callable[[Socket], Awaitable[Actor]],
        reports: ClientReports,
        trusted: frozenset[str],
        now: Callable[[], datetime],
    ) -> None:
        self._bus = bus
        self._reader = reader
        self._reached = reached
        self._actor_of = actor_of
        self._reports = reports
        self._trusted = trusted
        self._now = now
        self._served: dict[Connection, asyncio.Task[object]] = {}

    async def open(self) -> None:
        return None

    async def close(self) -> None:
        """Send every socket away, to another process."""
        served = dict(self._served)
        for connection in served:
            connection.end()
        if served:
            await asyncio.wait(served.values(), timeout=_PARTING_SECONDS)

    async def serve(self, socket: Socket) -> None:
        """Everything that happens on one socket, to its end."""
        if socket.headers.get("Origin") not in self._trusted:
            # Before the handshake is answered this is a refusal in HTTP, which a foreign page cannot read.
            await socket.close()
            return
        await socket.accept()
        try:
            await self._serve(socket)
        except Closing as closing:
            await _close(socket, closing.code)
        except Refused as refusal:
            log.warning("socket refused", reason=refusal.reason)
            await _close(socket, _TRY_AGAIN)
        except WebSocketDisconnect:
            return

    async def _serve(self, socket: Socket) -> None:
        since, account = _asked(socket)
        greeting = asyncio.timeout(GREETING_SECONDS)
        try:
            async with greeting:
                await self._admitted(socket, since, account, greeting)
        except TimeoutError:
            if not greeting.expired():
                raise
            raise Unavailable("The stream took too long to begin.", reason="too_slow") from None

    async def _admitted(
        self, socket: Socket, since: int | None, account: UUID | None, greeting: asyncio.Timeout
    ) -> None:
        """Look up who is there, and serve them. `greeting` ends with the first frame."""
        actor = await self._actor_of(socket)
        if actor.user_id is None:
            raise Closing(UNAUTHENTICATED)
        if actor.account_id is None or "account.read" not in actor.may:
            raise Closing(NOT_A_MEMBER)
        if account is not None and account != actor.account_id:
            raise Closing(SWITCHED)
        room, visitor = f"coffer:sockets:{actor.user_id}", str(uuid4())

        async def renew() -> bool:
            return await self._bus.enter(room, visitor, most=MOST_PER_PERSON, seconds=2 * SILENT_SECONDS)

        if not await renew():
            raise Closing(TOO_MANY)
        try:
            await self._joined(socket, actor, actor.account_id, since, renew, greeting)
        finally:
            await self._bus.quit(room, visitor)

    async def _joined(
        self,
        socket: Socket,
        actor: Actor,
        account_id: UUID,
        since: int | None,
        renew: Callable[[], Awaitable[object]],
        greeting: asyncio.Timeout,
    ) -> None:
        pending = Pending(account_id, self._reached() if since is None else since)
        connection = Connection(
            socket,
            actor,
            pending,
            lambda: self._actor_of(socket),
            lambda by, said: self._note(socket, by, said),
        )
        # What is said while the past is being read waits here, so that nothing is told out of order.
        early: list[bytes] = []
        told = early.append

        def heard(message: bytes) -> None:
            told(message)

        changes = Ear(heard, lambda: connection.resync("gap"))
        people = Ear(lambda message: connection.doubt(_STANDING.decode(message)), lambda: None)
        notices = Ear(lambda message: connection.notify(_TOLD.decode(message)), lambda: None)
        ears = {
            channel_of(account_id): changes,
            PEOPLE: people,
            channel_of_person(actor.user_id or NOBODY): notices,
        }
        try:
            for channel, ear in ears.items():
                await self._bus.listen(channel, ear)
            # What ended or changed since the handshake was announced before this socket listened.
            await connection.look_again()
            missed = [] if since is None else await self._missed(account_id, since)
            resumed = since is not None and missed is not None
            await connection.send(
                Hello(
                    account_id=account_id,
                    seq=pending.seq,
                    user_id=actor.user_id or NOBODY,
                    server_time=self._now(),
                    resumed=resumed,
                )
            )
            greeting.reschedule(None)
            if missed is None:
                pending.reach(self._reached())
                connection.resync("gap")
            elif missed:
                connection.tell(missed)

            def now_told(message: bytes) -> None:
                connection.tell(_CHANGES.decode(message))

            for message in early:
                now_told(message)
            told = now_told
            task = asyncio.current_task()
            assert task is not None
            self._served[connection] = task
            await connection.run(renew)
        finally:
            self._served.pop(connection, None)
            await asyncio.shield(self._left(ears))

    async def _left(self, ears: Mapping[str, Ear]) -> None:
        for channel, ear in ears.items():
            await self._bus.leave(channel, ear)

    async def _missed(self, account_id: UUID, since: int) -> list[Change] | None:
        """What has changed since; None when that is not known any more, or too much to tell."""
        if await is_forgotten(self._reader, since, self._now() - KEPT):
            return None
        changes = await changes_since(self._reader, account_id, since, MOST_PENDING + 1)
        return None if len(changes) > MOST_PENDING else changes

    async def _note(self, socket: Socket, by: Actor, said: Report) -> None:
        request_id = uuid4()
        context = Context(by, self._now(), request_id, request_id, agent=socket.headers.get("User-Agent"))
        await self._reports.note(context, said.kind, said.resource, said.id, said.content_revision)


def _asked(socket: Socket) -> tuple[int | None, UUID | None]:
    """`since` and `account` of the address. What is malformed is as good as absent."""
    since, account = socket.query_params.get("since"), socket.query_params.get("account")
    known = int(since) if since and since.isascii() and since.isdigit() and len(since) < 19 else None
    try:
        return known, UUID(account) if account else None
    except ValueError:
        return known, None


async def _close(socket: Socket, code: int) -> None:
    if socket.connection_state != "disconnect":
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_PARTING_SECONDS):
                await socket.close(code=code)


@websocket("/socket/stream")
async def stream(socket: WebSocket[Any, Any, Any], streams: Given[Streams]) -> None:
    """Tell one tab what has changed for its account."""
    await streams.serve(socket)
