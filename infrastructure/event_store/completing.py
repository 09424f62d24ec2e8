"""Filling inline read models that are new, or that code without them has left behind.

All but the end of the log is read beside those who append. Only the last of it is read while they wait, and
from then on only those append who write the read model themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import psycopg
from psycopg import sql

from infrastructure.event_store.batch import LogReader
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.members import ReadModel
from infrastructure.event_store.registry import EventRegistry
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.rows.schema import place_name, place_of
from projections.kernel import Projection

# So much is read while appends wait: a tenth of a second.
_NEAR = 200

Places = dict[int, int]


class History(NamedTuple):
    """What it takes to read the log."""

    registry: EventRegistry
    wrapping: KeyWrapping


def complete_inline(
    owner: psycopg.Connection, inline: Sequence[Projection], history: History | None, *, alone: bool
) -> None:
    """Bring these inline read models up to the end of every log, show them, and let only those append who
    write them; with `alone`, who appends need write no other. `owner` commits by itself, and holds the lock
    that keeps others from doing the same."""
    heads = _heads(owner)
    wanted = {log: _wanted(head.inline, inline, alone=alone) for log, head in heads.items()}
    if all(sorted(head.inline) == wanted[log] for log, head in heads.items()):
        return
    missing = [
        projection
        for projection in inline
        if not all(place_name(projection) in head.inline for head in heads.values())
    ]
    filling = [Filling(owner, projection, history) for projection in missing]
    for one in filling:
        one.begin(heads)
        one.catch_up()
    with owner.transaction():
        # From here on nobody appends until all of it is there.
        heads = _heads(owner, locked=True)
        for one in filling:
            one.end(heads)
        for log in heads:
            owner.execute("update es.head set inline = %s where log_id = %s", (wanted[log], log))


class _Head(NamedTuple):
    position: int
    inline: list[str]


def _heads(owner: psycopg.Connection, *, locked: bool = False) -> dict[int, _Head]:
    asked = "select log_id, position, inline from es.head order by log_id"
    rows = owner.execute(f"{asked} for update".encode() if locked else asked.encode()).fetchall()
    return {log: _Head(position, inline) for log, position, inline in rows}


def _wanted(places: Sequence[str], inline: Sequence[Projection], *, alone: bool) -> list[str]:
    named = {projection.name for projection in inline}
    kept = [] if alone else [place for place in places if place.rpartition("_")[0] not in named]
    return sorted([*kept, *map(place_name, inline)])


class Filling:
    """One inline read model, written anew from the log: what is in it may have gaps."""

    def __init__(self, owner: psycopg.Connection, projection: Projection, history: History | None) -> None:
        self._owner = owner
        self._projection = projection
        self._model = ReadModel(projection)
        self._history = history
        self._places: Places = {}

    def begin(self, heads: Mapping[int, _Head]) -> None:
        if self._history is None and any(head.position for head in heads.values()):
            raise ValueError(
                f"{self._projection.name} is new and the log is not empty: filling it takes the history."
            )
        with self._owner.transaction():
            self._empty()
        self._places = dict.fromkeys(heads, 0)

    def catch_up(self) -> None:
        """Read what there is, batch by batch, until hardly anything is left."""
        while any(head.position - self._places[log] > _NEAR for log, head in _heads(self._owner).items()):
            for log, head in _heads(self._owner).items():
                self._read(log, head.position)

    def end(self, heads: Mapping[int, _Head]) -> None:
        """Read the rest, in the transaction that keeps others from appending, and show it."""
        if self._was_written():
            self._empty()
            self._places = dict.fromkeys(heads, 0)
        for log, head in heads.items():
            self._read(log, head.position)
        serve = (self._projection.name, self._projection.version)
        self._owner.execute("select es.serve(%s, %s)", serve)

    def _read(self, log: int, until: int) -> None:
        if self._history is None:
            return
        reader = LogReader(self._owner, EventMapper(self._history.registry), self._history.wrapping)
        while facts := reader.after(log, self._places[log], until):
            with self._owner.transaction():
                self._model.take_in(self._owner, [read for read in facts if self._model.wants(read.name)])
            self._places[log] = facts[-1].position

    def _was_written(self) -> bool:
        """Whether a process that knows this read model already has appended meanwhile: its rows were written
        out of turn."""
        last = max(self._places.values())
        return any(
            self._owner.execute(
                sql.SQL("select from {} where seq > %s limit 1").format(place_of(self._projection, table)),
                (last,),
            ).fetchone()
            is not None
            for table in self._projection.tables
        )

    def _empty(self) -> None:
        for table in self._projection.tables:
            self._owner.execute(sql.SQL("truncate {}").format(place_of(self._projection, table)))
        self._model.forget()
