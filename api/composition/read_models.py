"""The read models of an installation, looked at by its operator."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from api.composition.starting import prove
from application.catalogue import DECIDERS
from infrastructure.event_store.beside import Compared, compare_account
from infrastructure.event_store.completing import History
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


def comparisons(
    settings: Settings, account_id: UUID | None, name: str | None
) -> Iterator[tuple[UUID, list[Compared]]]:
    """Each account, or one, with what came of each read model, or of one."""
    prove(settings, patience=0)
    history = History(EventRegistry(DECIDERS), KeyWrapping(settings.kek))
    models = [model for model in PROJECTIONS if name in (None, model.name)]
    url = settings.projector_database_url
    with connected(url) as connection:
        accounts = accounts_in_the_log(connection) if account_id is None else [account_id]
    for account in accounts:
        yield account, list(compare_account(url, history, models, account))
