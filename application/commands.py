"""The one path a command takes: permit, load, decide, append; again on conflict; once per key."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from application.ports import Context, EventStore, Outcome
from application.unit_of_work import Work
from domain.errors import Stale
from domain.kernel import Decider

ATTEMPTS = 4

Process = Callable[[Work, Any], Awaitable[Any]]


@dataclass(frozen=True)
class Route:
    """How one kind of command is carried out.

    `permission` is checked before anything is read; None means that the process itself decides who may.
    `deciders` are those it may append to, so that laws and the permission table can be tested over all.
    """

    permission: str | None
    carry_out: Process
    deciders: tuple[Decider[Any, Any, Any], ...]


def decides(decider: Decider[Any, Any, Any], permission: str, *, key: str) -> Route:
    """The route of a command that one aggregate decides alone; `key` is the member that names it."""

    async def carry_out(work: Work, command: Any) -> None:
        entity_id = getattr(command, key)
        await work.decide(decider, entity_id, command)
        work.version = await work.version_of(decider, entity_id)

    return Route(permission, carry_out, (decider,))


class Commands:
    """Carries out commands by the catalogue."""

    def __init__(self, routes: Mapping[type[Any], Route], store: EventStore) -> None:
        self._routes = routes
        self._store = store

    async def run(self, command: Any, context: Context) -> Outcome:
        """Carry out a command, or raise the refusal that says why not.

        A conflict with a concurrent append is retried, at most three times with jitter; what
        the decider then refuses is the answer. A known idempotency key gives the stored answer.
        """
        route = self._routes[type(command)]
        if context.idempotency is not None:
            stored = await self._store.replay(context)
            if stored is not None:
                return Outcome(None, stored.position, replayed=stored.replayed)
        for attempt in range(ATTEMPTS):
            work = Work(self._store, context)
            if route.permission is not None:
                work.permit(route.permission)
            answer = await route.carry_out(work, command)
            response = msgspec.json.encode(answer) if context.idempotency is not None else None
            try:
                appended = await work.commit(response)
            except Stale as conflict:
                if conflict.reason != "version_conflict" or attempt == ATTEMPTS - 1:
                    raise
                await asyncio.sleep(random.uniform(0.002, 0.012) * (attempt + 1))  # noqa: S311 - jitter
                continue
            if appended is None:
                return Outcome(answer, version=work.version)
            return Outcome(
                answer, appended.position, work.version, replayed=appended.replayed, facts=work.facts
            )
        raise AssertionError("the last attempt returns or raises")
