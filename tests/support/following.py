"""Following step by step, as the leader does it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

import psycopg

from application.reactions import Reaction
from infrastructure.event_store.batch import LogReader
from infrastructure.event_store.completing import History
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.members import Listener, Outbox, ReadModel
from infrastructure.event_store.places import Places
from infrastructure.event_store.round import Round
from projections.kernel import Projection
from tests.support.notes import REGISTRY, WRAPPING


@contextlib.contextmanager
def a_round(
    url: str,
    projections: Sequence[Projection],
    reactions: Sequence[Reaction] = (),
    listeners: Sequence[Listener] = (),
) -> Iterator[Round]:
    with psycopg.connect(url, autocommit=True) as connection:
        reader = LogReader(connection, EventMapper(REGISTRY), WRAPPING)
        models = [ReadModel(projection) for projection in projections]
        outboxes = [Outbox(reaction) for reaction in reactions]
        places = Places(connection, [member.name for member in (*models, *outboxes, *listeners)])
        places.read()
        yield Round(connection, reader, places, models, outboxes, listeners)


def caught_up(url: str, projections: Sequence[Projection], history: History) -> None:
    """Follow the whole log once, without reactions."""
    with psycopg.connect(url, autocommit=True) as connection:
        reader = LogReader(connection, EventMapper(history.registry), history.wrapping)
        models = [ReadModel(projection) for projection in projections if projection.mode == "follows"]
        places = Places(connection, [model.name for model in models])
        places.read()
        rounds = Round(connection, reader, places, models, [], [])
        while rounds.once():
            pass
