"""Sending a queued message, and writing down what the provider said."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

import msgspec

from application.commands import Commands
from application.jobs import Later, Waits
from application.messaging.attempts import Begin, Begun, Deliver
from application.messaging.outbox import Body, body_label
from application.messaging.ports import (
    Bodies,
    Carrier,
    Lanes,
    ProviderAway,
    ProviderRefused,
    RenderedMail,
    Sealing,
    Templates,
)
from application.ports import BlindIndex, Context
from domain.errors import Unavailable
from domain.ids import MessageId
from domain.messaging.email import Attempt, MarkDeferred, MarkFailed, MarkSent

# domain.md section 13
RETRIES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360))

# A provider that is not there for a moment has answered nothing, so nothing is noted of it for as long.
AWAY_FOR = timedelta(minutes=15)
_SHORTEST_AWAY, _LONGEST_AWAY = timedelta(seconds=1), timedelta(minutes=1)
# What is put off for that reason waits for this.
PROVIDER = "mail provider"

# Between attempts to note what came of it, in seconds.
PAUSES = (0.2, 1.0, 3.0)


@dataclass
class Absence:
    """Since when nobody has been there to take a message."""

    since: datetime | None = None
    owed: bool = True
    """Whether messages may wait for its end: those of this process, or of one before it."""

    def again(self, now: datetime) -> datetime | None:
        """When to look again: the sooner, the shorter it has been; None once it is no absence of a moment."""
        self.owed = True
        if self.since is None:
            self.since = now
        lasted = now - self.since
        if lasted > AWAY_FOR:
            return None
        return now + min(max(lasted / 10, _SHORTEST_AWAY), _LONGEST_AWAY)

    def is_over(self) -> None:
        self.since = None


class Said(NamedTuple):
    """What came of an attempt. `away`: nobody was there, and whoever comes back may be asked at once.
    `no_such_address`: the provider knows the address to be none."""

    result: Attempt
    away: bool = False
    no_such_address: bool = False


@dataclass(frozen=True, kw_only=True)
class Delivery:
    """Sends one message. Asked again for one that has come to its end, it does nothing.

    What the provider said is kept until it is written down: where the store is away just then, whoever asks
    again has it noted and not sent a second time. Between the end of its data and the note a message that
    this process dies with is sent again: SMTP has no way to ask. Its `Message-ID` is the same, so mailboxes
    can tell.
    """

    commands: Commands
    bodies: Bodies
    sealing: Sealing
    templates: Templates
    carrier: Carrier
    blind: BlindIndex
    lanes: Lanes
    waits: Waits
    unnoted: dict[UUID, tuple[Said, str | None]] = field(default_factory=dict[UUID, tuple[Said, str | None]])
    absence: Absence = field(default_factory=lambda: Absence())

    async def send(self, message_id: MessageId, context: Context) -> Later | None:
        """Try to send; when to try again if the provider was not able to take it now."""
        if message_id not in self.unnoted:
            body = await self._body(message_id)
            index = None if body is None else self.blind.email(body.to)
            begun = await self._begun(message_id, index, context)
            if begun is None:
                return None
            if (free_at := await self._free_at(message_id, begun, context.now)) > context.now:
                return Later(free_at)
            said = await self._attempt(message_id, body, begun.attempts, context.now)
            if isinstance(said, Later):
                return said
            # Nothing stands between the provider's answer and its note.
            self.unnoted[message_id] = said, index
        is_sent = isinstance(self.unnoted[message_id][0].result, MarkSent)
        later = await self._noted(message_id, context)
        if is_sent:
            await self._provider_is_back()
        return later

    async def _body(self, message_id: UUID) -> Body | None:
        sealed = await self.bodies.read(message_id)
        if sealed is None:
            return None
        return msgspec.json.decode(self.sealing.open(body_label(message_id), sealed), type=Body)

    async def _begun(self, message_id: MessageId, index: str | None, context: Context) -> Begun | None:
        begun: Begun | None = (await self.commands.run(Begin(message_id, index), context)).answer
        return begun

    async def _free_at(self, message_id: UUID, begun: Begun, now: datetime) -> datetime:
        """What members write goes out one after the other in each account; nothing else waits for it."""
        if begun.class_ != "user" or begun.account_id is None:
            return now
        return await self.lanes.turn_of(begun.account_id, message_id, now)

    async def _provider_is_back(self) -> None:
        """What waits for it is due. Where the store is away, the next mail that is sent says so."""
        if self.absence.owed:
            with contextlib.suppress(Unavailable):
                await self.waits.over(PROVIDER)
                self.absence.owed = False

    async def _attempt(
        self, message_id: UUID, body: Body | None, attempts: int, now: datetime
    ) -> Said | Later:
        if body is None:
            return Said(MarkFailed("body_gone"))
        try:
            said = Said(MarkSent(await self.carrier.carry(self._rendered(message_id, body))))
        except ValueError:
            return Said(MarkFailed("not_a_message"))
        except ProviderAway as away:
            if (again := self.absence.again(now)) is not None:
                return Later(again, PROVIDER)
            return Said(deferred(now, attempts, away), away=True)
        except ProviderRefused as refusal:
            result = deferred(now, attempts, refusal) if refusal.transient else MarkFailed(refusal.code)
            said = Said(result, no_such_address=refusal.no_such_address)
        self.absence.is_over()
        return said

    def _rendered(self, message_id: UUID, body: Body) -> RenderedMail:
        said, sender = self.templates.render(body), body.sender
        if sender is None:
            return RenderedMail(message_id, body.to, *said, unsubscribe=body.params.get("stop"))
        return RenderedMail(message_id, body.to, *said, sender.name, sender.reply_to, sender.unsubscribe)

    async def _noted(self, message_id: MessageId, context: Context) -> Later | None:
        said, index = self.unnoted[message_id]
        for pause in (*PAUSES, None):
            try:
                note = Deliver(message_id, said.result, index, said.no_such_address)
                retry_at: datetime | None = (await self.commands.run(note, context)).answer
            except Unavailable:
                if pause is None:
                    raise
                await asyncio.sleep(pause)
            else:
                del self.unnoted[message_id]
                return None if retry_at is None else Later(retry_at, PROVIDER if said.away else None)
        raise AssertionError("the last attempt returns or raises")


def deferred(now: datetime, attempts: int, refusal: ProviderRefused) -> MarkDeferred:
    """Put off for the next pause, or for as long as the provider asks."""
    pause = RETRIES[min(attempts, len(RETRIES) - 1)]
    return MarkDeferred(now + max(pause, refusal.wait or timedelta()), refusal.code)
