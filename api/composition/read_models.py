"""The read models of an installation, looked at by its operator."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple
from uuid import UUID

from api.composition.starting import prove
from application.catalogue import DECIDERS
from infrastructure.event_store.beside import Compared, compare_account
from infrastructure.event_store.completing import History
from infrastructure.event_store.rebuilding import Rebuilding, a_rebuild
from infrastructure.event_store.recorded import Held, held_to_what_was_recorded
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.standing import Standing, accounts_in_the_log, standing_of
from infrastructure.log_tree.bundle import connected
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.settings import Settings
from projections.catalogue import PROJECTIONS


def standings(settings: Settings) -> list[Standing]:
    prove(settings, patience=0)
    with connected(settings.projector_database_url) as connection:
        return standing_of(connection, PROJECTIONS)


class Comparison(NamedTuple):
    account_id: UUID
    models: list[Compared]
    held: list[Held]
    """To the digests that were recorded."""

    @property
    def equal(self) -> bool:
        return all(one.equal for one in self.models) and all(one.well for one in self.held)


def comparisons(settings: Settings, account_id: UUID | None, name: str | None) -> Iterator[Comparison]:
    """Each account, or one, with what came of each read model, or of one."""
    prove(settings, patience=0)
    history = History(EventRegistry(DECIDERS), KeyWrapping(settings.kek))
    models = [model for model in PROJECTIONS if name in (None, model.name)]
    url = settings.projector_database_url
    with connected(url) as connection:
        accounts = accounts_in_the_log(connection) if account_id is None else [account_id]
    for account in accounts:
        yield Comparison(
            account,
            list(compare_account(url, history, models, account)),
            list(held_to_what_was_recorded(url, history, models, account)),
        )


@contextmanager
def rebuilding(settings: Settings, names: Sequence[str]) -> Generator[Rebuilding]:
    """Of the read models with these names; of all where none is given."""
    prove(settings, patience=0)
    history = History(EventRegistry(DECIDERS), KeyWrapping(settings.kek))
    wanted = [model for model in PROJECTIONS if not names or model.name in names]
    with a_rebuild(
        settings.owner_database_url, settings.projector_database_url, history, PROJECTIONS, wanted
    ) as rebuild:
        yield rebuild
