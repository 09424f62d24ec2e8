"""Asks, while a process runs, whether its secrets and its version are still those of the data."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, NamedTuple

from api.composition.foundation import Foundation
from domain.errors import Refused
from infrastructure.event_store.epoch import EPOCH
from infrastructure.rows.schema import place_name
from infrastructure.secret_checks import LOG_KEY, differing, served_with
from projections.catalogue import PROJECTIONS

_DATA = """
select (select array_agg(c.name order by c.name) from es.secret_check as c),
    (select array_agg(c.value order by c.name) from es.secret_check as c),
    max(h.oldest_epoch), bool_and(h.inline <@ %(inline)s::text[])
from es.head as h
"""


class Belonging(NamedTuple):
    secrets: Literal["ok", "foreign", "unchecked"]
    version: Literal["ok", "outdated", "unchecked"]
    foreign: Sequence[str] = ()
    log_key: bytes | None = None
    """The check value of the key that the history is signed with, which processes that answer do not have."""


def belonging_of(base: Foundation, timeout: float) -> Callable[[], Awaitable[Belonging]]:
    """Unchecked where the database does not answer, which `/health` says as well."""
    held = served_with(base.settings)
    inline = [place_name(projection) for projection in PROJECTIONS if projection.mode == "inline"]

    async def ask() -> Belonging:
        try:
            row = await asyncio.wait_for(base.reader.one(_DATA, {"inline": inline}), timeout)
        except (Refused, TimeoutError):
            return Belonging("unchecked", "unchecked")
        names, values, oldest, writes_all = row or (None, None, 0, True)
        kept: dict[str, bytes] = dict(zip(names or (), values or (), strict=True))
        foreign = differing(held, kept)
        return Belonging(
            "foreign" if foreign else "ok",
            "ok" if writes_all and oldest <= EPOCH else "outdated",
            foreign,
            kept.get(LOG_KEY),
        )

    return ask
