"""Lets the detectors follow the log: their states and what they find commit with their place in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
import psycopg

from application.oversight.observations import WATCHED, observed
from application.processes.suspicion import message_of
from application.reactions import Message
from domain.kernel import PiiRef, Recorded, Value
from domain.oversight.suspicion.detectors import DETECTORS, StateKey, concerned, watch
from domain.oversight.suspicion.observations import Observation
from domain.oversight.suspicion.thresholds import Thresholds
from infrastructure.event_store.batch import Read
from infrastructure.event_store.members import content, note
from infrastructure.event_store.registry import name_of
from infrastructure.oversight.origins import Origins
from infrastructure.personal_data.keys import KeyWrapping, known_on
from infrastructure.personal_data.sealing import open_values, parse

NAME = "detectors"
_BY_ID = {detector.id: detector for detector in DETECTORS}
WATCHED_NAMES = frozenset(name_of(event) for event in WATCHED)

_LOAD = """
select s.detector, s.key, s.state from oversight.detector_state as s
join unnest(%s::text[], %s::text[]) as asked (detector, key) using (detector, key)
"""
_KEEP = """
insert into oversight.detector_state (detector, key, state, until)
select detector, key, state, until
from jsonb_to_recordset(%s::jsonb) as s (detector text, key text, state jsonb, until timestamptz)
on conflict (detector, key) do update set state = excluded.state, until = excluded.until
"""


class Sight:
    """Turns facts into what detectors look at: opens the traces that are still there."""

    def __init__(self, wrapping: KeyWrapping, origins: Origins) -> None:
        self._wrapping = wrapping
        self._origins = origins

    def observations(self, connection: psycopg.Connection, facts: Sequence[Recorded]) -> list[Observation]:
        traces = [ref for fact in facts for ref in (fact.ip_ref, fact.agent_ref) if ref is not None]
        values = self._opened(connection, traces)
        found: list[Observation] = []
        for fact in facts:
            ip, agent = (None if ref is None else values[ref] for ref in (fact.ip_ref, fact.agent_ref))
            seen = observed(fact, self._origins.where(ip, agent))
            if seen is not None:
                found.append(seen)
        return found

    def _opened(self, connection: psycopg.Connection, refs: Iterable[PiiRef]) -> Mapping[PiiRef, str | None]:
        sealed = {ref: parse(ref) for ref in refs}
        keys = known_on(connection, self._wrapping, list({value.subject for value in sealed.values()}))
        return dict(zip(sealed, open_values(sealed.values(), keys), strict=True))


class Watch:
    """Implements `infrastructure.event_store.members.Member`."""

    def __init__(self, sight: Sight, thresholds: Thresholds) -> None:
        self.name = NAME
        self._sight = sight
        self._thresholds = thresholds

    def wants(self, name: str) -> bool:
        return name in WATCHED_NAMES

    def take_in(self, connection: psycopg.Connection, facts: Iterable[Read]) -> None:
        seen = self._sight.observations(connection, [content(read) for read in facts])
        states = self._states(connection, seen)
        touched: dict[StateKey, datetime] = {}
        messages: list[Message] = []
        for one in seen:
            messages.extend(message_of(finding) for finding in watch(states, one, self._thresholds))
            touched.update((key, one.at) for _, key in concerned(one, self._thresholds))
        _keep(connection, states, touched)
        note(connection, messages)

    def _states(self, connection: psycopg.Connection, seen: Iterable[Observation]) -> dict[StateKey, Value]:
        keys = {key for one in seen for _, key in concerned(one, self._thresholds)}
        if not keys:
            return {}
        detectors, names = zip(*sorted(keys), strict=True)
        rows = connection.execute(_LOAD, (list(detectors), list(names)), prepare=True).fetchall()
        return {(id, key): msgspec.convert(state, _BY_ID[id].state) for id, key, state in rows}


def _keep(
    connection: psycopg.Connection, states: Mapping[StateKey, Value], touched: Mapping[StateKey, datetime]
) -> None:
    rows: list[dict[str, Any]] = []
    for (id, key), at in touched.items():
        after = _BY_ID[id].forgets_after
        # A detector to which one fact says all has nothing to remember.
        if after is None or after:
            until = None if after is None else at + after
            rows.append({"detector": id, "key": key, "state": states[id, key], "until": until})
    if rows:
        connection.execute(_KEEP, (msgspec.json.encode(rows).decode(),), prepare=True)
