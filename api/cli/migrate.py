"""`coffer migrate`: bring the database to the shape this version expects."""

from __future__ import annotations

import argparse

from api.cli.commands import Subcommands, subcommand
from api.composition.following import FROM_NOW_ON
from application.catalogue import DECIDERS
from infrastructure.adopting import bind_secrets, refuse_other_secrets
from infrastructure.analysis.views import ensure_analysis
from infrastructure.event_store.migrate import History, ensure_projections, migrate
from infrastructure.event_store.registry import EventRegistry
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.settings import load_settings
from projections.catalogue import PROJECTIONS


def add(commands: Subcommands) -> None:
    subcommand(
        commands,
        "migrate",
        run,
        "Bring the database to this version: migrations, read models, check values of the secrets.",
    )


def run(_arguments: argparse.Namespace) -> None:
    settings = load_settings()
    owner = settings.owner_database_url
    refuse_other_secrets(owner, settings)
    migrate(owner)
    bind_secrets(owner, settings)
    history = History(EventRegistry(DECIDERS), KeyWrapping(settings.kek))
    ensure_projections(owner, PROJECTIONS, FROM_NOW_ON, history=history, complete=True)
    ensure_analysis(owner)
