"""One open socket: what it is told, that it is alive, and what it says."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Literal
from uuid import uuid4

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from api.realtime.frames import (
    HEARTBEAT_SECONDS,
    Frame,
    FromClient,
    NoticeTold,
    Ping,
    Report,
    Resync,
    SessionTold,
)
from api.realtime.pending import Pending
from domain.kernel import Actor
from projections.oversight.changes import Change
from projections.oversight.notices import Told
from projections.oversight.standing import StandingChanged, Why

COALESCE_SECONDS = 0.05
SILENT_SECONDS = 60
TAKES_SECONDS = 10.0
MOST_REPORTS = 30
_LONGEST_MESSAGE = 2_000

UNAUTHENTICATED, NOT_A_MEMBER, NO_PONG, SWITCHED, TOO_MANY = 4401, 4403, 4408, 4409, 4429
MALFORMED, RESTARTING = 1008, 1012


class Closing(Exception):
    """The socket ends, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(str(code))
        self.code = code


class Connection:
    """`who` looks up the actor of the socket's cookie again; `report` notes what the browser reports."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        actor: Actor,
        pending: Pending,
        who: Callable[[], Awaitable[Actor]],
        report: Callable[[Actor, Report], Awaitable[None]],
    ) -> None:
        assert actor.user_id is not None
        assert actor.account_id is not None
        self.id = uuid4()
        self.actor = actor
        self.pending = pending
        self._socket = socket
        self._who = who
        self._report = report
        self._frames: deque[Frame] = deque()
        self._doubts: list[Why] = []
        self._wake = asyncio.Event()
        self._heard_at = time.monotonic()
        self._ending = False

    def tell(self, changes: Sequence[Change]) -> None:
        """Changes of the account, as they come from the bus."""
        if self.pending.add(changes):
            self._wake.set()
        self.pending.reach(max(change.position for change in changes))
        if self.pending.is_too_much:
            self.resync("slow")

    def notify(self, told: Told) -> None:
        """A notice for the person of this socket; what needs a key belongs to one account."""
        if told.kind != "keyNeeded" or told.account_id == self.actor.account_id:
            self._frames.append(NoticeTold(kind=told.kind, id=told.id, seq=told.seq))
            self._wake.set()

    def doubt(self, standing: StandingChanged) -> None:
        """A session or its permissions changed; if it is this connection's, look it up again."""
        actor = self.actor
        if (
            (standing.session_id is not None and standing.session_id == actor.session_id)
            or (standing.user_id is not None and standing.user_id == actor.user_id)
            or (standing.account_id is not None and standing.account_id == actor.account_id)
        ):
            self._doubts.append(standing.reason)
            self._wake.set()

    def resync(self, reason: Literal["gap", "slow", "deploy"]) -> None:
        self.pending.drop()
        self._frames.append(Resync(reason=reason, seq=self.pending.seq))
        self._wake.set()

    def end(self) -> None:
        """The process stops: the browser comes back to another one and fetches what it missed."""
        self.resync("deploy")
        self._ending = True

    async def send(self, frame: Frame) -> None:
        """Raises `Closing` where the browser does not take it: what piles up meanwhile is memory."""
        try:
            async with asyncio.timeout(TAKES_SECONDS):
                await self._socket.send_data(msgspec.json.encode(frame).decode(), mode="text")
        except TimeoutError:
            raise Closing(NO_PONG) from None

    async def run(self, renew: Callable[[], Awaitable[object]]) -> None:
        """Speak and listen until the socket ends. `renew` is called with every heartbeat."""
        speaking = asyncio.create_task(self._speak(renew))
        listening = asyncio.create_task(self._listen())
        try:
            done, _ = await asyncio.wait((speaking, listening), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in (speaking, listening):
                task.cancel()
            await asyncio.gather(speaking, listening, return_exceptions=True)

    async def _speak(self, renew: Callable[[], Awaitable[object]]) -> None:
        beat = time.monotonic() + HEARTBEAT_SECONDS
        while True:
            try:
                async with asyncio.timeout(max(0.0, beat - time.monotonic())):
                    await self._wake.wait()
            except TimeoutError:
                if time.monotonic() - self._heard_at > SILENT_SECONDS:
                    raise Closing(NO_PONG) from None
                # A session also ends by its own time, which is not announced.
                await self.look_again()
                await renew()
                await self.send(Ping(t=int(time.time() * 1000)))
                beat = time.monotonic() + HEARTBEAT_SECONDS
                continue
            self._wake.clear()
            if self._doubts:
                await self.look_again()
            if not self._ending:
                await asyncio.sleep(COALESCE_SECONDS)
            await self._tell_what_waits()
            if self._ending:
                raise Closing(RESTARTING)

    async def _tell_what_waits(self) -> None:
        """Notices and changes, to a session that is looked up at the moment they are told.

        A browser asks for what it hears of: told of a change after its session ended, it would be refused.
        """
        if not (self._frames or self.pending):
            return
        await self.look_again()
        # Nothing is awaited before everything is taken: it is filtered by the rights that were just read.
        frames = [*self._frames, *self.pending.frames(self.actor.reads)]
        self._frames.clear()
        for frame in frames:
            await self.send(frame)

    async def look_again(self) -> None:
        """Look up who the session belongs to; raises `Closing` when it has ended or moved."""
        doubts, self._doubts = self._doubts, []
        before, now = self.actor, await self._who()
        if now.user_id != before.user_id or now.session_id != before.session_id:
            banned = "banned" in [*doubts, *self._doubts]
            await self.send(SessionTold(reason="banned" if banned else "revoked"))
            raise Closing(UNAUTHENTICATED)
        if now.account_id is None or (now.account_id == before.account_id and "account.read" not in now.may):
            await self.send(SessionTold(reason="role"))
            raise Closing(NOT_A_MEMBER)
        if now.account_id != before.account_id:
            await self.send(SessionTold(reason="switched"))
            raise Closing(SWITCHED)
        self.actor = now
        if (now.role_id, now.may, now.reads) != (before.role_id, before.may, before.reads):
            await self.send(SessionTold(reason="role"))

    async def _listen(self) -> None:
        reports = 0
        while True:
            try:
                text = await self._socket.receive_data(mode="text")
            except WebSocketDisconnect:
                return
            self._heard_at = time.monotonic()
            if len(text) > _LONGEST_MESSAGE:
                raise Closing(MALFORMED)
            try:
                said = _FROM_CLIENT.decode(text)
            except msgspec.MsgspecError:
                raise Closing(MALFORMED) from None
            if isinstance(said, Report):
                reports += 1
                if reports > MOST_REPORTS:
                    raise Closing(TOO_MANY)
                await self._report(self.actor, said)


_FROM_CLIENT = msgspec.json.Decoder(FromClient)
