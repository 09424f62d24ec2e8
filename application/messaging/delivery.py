"""Sending a queued message, and writing down what the provider said."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

import msgspec

from application.commands import Commands, Route
from application.messaging.outbox import Body, body_label
from application.messaging.ports import (
    Bodies,
    Carrier,
    ProviderAway,
    ProviderRefused,
    RenderedMail,
    Sealing,
    Templates,
)
from application.ports import Context
from application.unit_of_work import Work
from domain.errors import Unavailable
from domain.kernel import Value
from domain.messaging.email import EMAIL, EmailCommand, EmailDeferred, MarkDeferred, MarkFailed, MarkSent

# domain.md section 13
RETRIES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360))

# A provider that is not there for a moment has answered nothing, so nothing is noted of it for as long.
AWAY_FOR = timedelta(minutes=15)
_SHORTEST_AWAY, _LONGEST_AWAY = timedelta(seconds=1), timedelta(minutes=1)

# Between attempts to note what came of it, in seconds.
PAUSES = (0.2, 1.0, 3.0)


class Deliver(Value, frozen=True):
    """Note what came of an attempt to send a message."""

    message_id: UUID
    result: EmailCommand


class Waiting(Value, frozen=True):
    """Query the state of a message."""

    message_id: UUID


async def _note(work: Work, command: Deliver) -> datetime | None:
    """When to try again, if at all."""
    events = await work.decide(EMAIL, command.message_id, command.result)
    return next((e.retry_at for e in events if isinstance(e, EmailDeferred)), None)


async def _waiting(work: Work, command: Waiting) -> int | None:
    """How often it was tried; None when it has come to its end or was never queued."""
    email = await work.load(EMAIL, command.message_id)
    return email.attempts if email is not None and email.state in ("queued", "deferred") else None


ROUTES: dict[type, Route] = {
    Deliver: Route(None, _note, (EMAIL,)),
    Waiting: Route(None, _waiting, (EMAIL,)),
}


@dataclass
class Absence:
    """Since when nobody has been there to take a message."""

    since: datetime | None = None

    def again(self, now: datetime) -> datetime | None:
        """When to look again: the sooner, the shorter it has been; None once it is no absence of a moment."""
        if self.since is None:
            self.since = now
        lasted = now - self.since
        if lasted > AWAY_FOR:
            return None
        return now + min(max(lasted / 10, _SHORTEST_AWAY), _LONGEST_AWAY)

    def is_over(self) -> None:
        self.since = None


@dataclass(frozen=True)
class Delivery:
    """Sends one message. Asked again for one that has come to its end, it does nothing.

    What the provider said is kept until it is written down: where the store is away just then, whoever asks
    again has it noted and not sent a second time.
    """

    commands: Commands
    bodies: Bodies
    sealing: Sealing
    templates: Templates
    carrier: Carrier
    unnoted: dict[UUID, EmailCommand] = field(default_factory=dict[UUID, EmailCommand])
    absence: Absence = field(default_factory=lambda: Absence())

    async def send(self, message_id: UUID, context: Context) -> datetime | None:
        """Try to send; the moment of the next try when the provider was not able to take it now."""
        if message_id not in self.unnoted:
            attempts = (await self.commands.run(Waiting(message_id), context)).answer
            if attempts is None:
                return None
            try:
                # Nothing stands between the provider's answer and this.
                self.unnoted[message_id] = await self._attempt(message_id, attempts, context.now)
            except ProviderAway as away:
                if (again := self.absence.again(context.now)) is not None:
                    return again
                self.unnoted[message_id] = _deferred(context.now, attempts, away)
            else:
                self.absence.is_over()
        return await self._noted(message_id, context)

    async def _noted(self, message_id: UUID, context: Context) -> datetime | None:
        for pause in (*PAUSES, None):
            try:
                outcome = await self.commands.run(Deliver(message_id, self.unnoted[message_id]), context)
            except Unavailable:
                if pause is None:
                    raise
                await asyncio.sleep(pause)
            else:
                del self.unnoted[message_id]
                return outcome.answer
        raise AssertionError("the last attempt returns or raises")

    async def _attempt(self, message_id: UUID, attempts: int, now: datetime) -> EmailCommand:
        sealed = await self.bodies.read(message_id)
        if sealed is None:
            return MarkFailed("body_gone")
        body = msgspec.json.decode(self.sealing.open(body_label(message_id), sealed), type=Body)
        try:
            subject, text, html = self.templates.render(body.template, body.locale, body.params)
            return MarkSent(await self.carrier.carry(RenderedMail(message_id, body.to, subject, text, html)))
        except ValueError:
            return MarkFailed("not_a_message")
        except ProviderAway:
            raise
        except ProviderRefused as refusal:
            if not refusal.transient:
                return MarkFailed(refusal.code)
            return _deferred(now, attempts, refusal)


def _deferred(now: datetime, attempts: int, refusal: ProviderRefused) -> MarkDeferred:
    return MarkDeferred(now + RETRIES[min(attempts, len(RETRIES) - 1)], refusal.code)
