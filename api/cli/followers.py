"""`coffer followers`: keep the read models, the outbox and the stream of changes up with the log."""

from __future__ import annotations

import argparse

from api.cli.commands import Subcommands, subcommand
from api.composition.following import follow
from api.composition.starting import prove
from infrastructure.logs import log_as_json
from infrastructure.settings import load_settings


def add(commands: Subcommands) -> None:
    subcommand(
        commands,
        "followers",
        run,
        "Run the followers of the event log; one process leads, others wait.",
    )


def run(_arguments: argparse.Namespace) -> None:
    settings = load_settings()
    log_as_json(settings.log_level)
    prove(settings, signs=True)
    follow(settings)
