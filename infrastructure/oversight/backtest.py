"""Detectors over the whole history, with any thresholds: what they would have found, and what was found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import psycopg

from domain.kernel import Value
from domain.oversight.suspicion.activities import ActivityDetected, ActivityRepeated
from domain.oversight.suspicion.detectors import StateKey, watch
from domain.oversight.suspicion.findings import Finding
from domain.oversight.suspicion.thresholds import Thresholds
from infrastructure.event_store.batch import LogReader
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.registry import EventRegistry
from infrastructure.oversight.origins import Origins
from infrastructure.oversight.watch import WATCHED_NAMES, Sight
from infrastructure.personal_data.keys import KeyWrapping

_FOUND = {"activity.detected", "activity.repeated"}


class Tested(NamedTuple):
    """A finding, and whether it was made when it happened."""

    finding: Finding
    was_made: bool


class Backtest:
    def __init__(self, url: str, registry: EventRegistry, wrapping: KeyWrapping, origins: Origins) -> None:
        self._url = url
        self._mapper = EventMapper(registry)
        self._wrapping = wrapping
        self._sight = Sight(wrapping, origins)

    def run(self, thresholds: Thresholds) -> Iterator[Tested]:
        """Findings in the order of their causes.

        Nothing is written, and no notification is sent. Traces are deleted after 90 days, so older events
        have no network.
        """
        with psycopg.connect(self._url, autocommit=True, application_name="coffer backtest") as connection:
            reader = LogReader(connection, self._mapper, self._wrapping)
            for (log,) in connection.execute("select log_id from es.head order by log_id").fetchall():
                made = set(self._made(reader, log))
                states: dict[StateKey, Value] = {}
                for batch in _batches(reader, log, WATCHED_NAMES):
                    for seen in self._sight.observations(connection, batch):
                        for finding in watch(states, seen, thresholds):
                            yield Tested(finding, (finding.detector, finding.cause) in made)

    def _made(self, reader: LogReader, log: int) -> Iterator[tuple[str, int]]:
        detectors: dict[object, str] = {}
        for batch in _batches(reader, log, _FOUND):
            for fact in batch:
                if isinstance(fact.event, ActivityDetected):
                    detectors[fact.event.activity_id] = fact.event.detector
                    yield fact.event.detector, fact.event.cause
                elif isinstance(fact.event, ActivityRepeated):
                    yield detectors[fact.event.activity_id], fact.event.cause


def _batches(reader: LogReader, log: int, names: frozenset[str] | set[str]):
    place = 0
    while facts := reader.after(log, place):
        yield [read.fact for read in facts if read.name in names and read.fact is not None]
        place = facts[-1].position
