"""`coffer worker`: carry out jobs: mail, collection of abandoned uploads."""

from __future__ import annotations

import argparse

from api.cli.commands import Subcommands, subcommand
from api.composition.starting import prove
from api.composition.working import work_off
from infrastructure.logs import log_as_json
from infrastructure.settings import load_settings


def add(commands: Subcommands) -> None:
    subcommand(commands, "worker", run, "Run background jobs.")


def run(_arguments: argparse.Namespace) -> None:
    settings = load_settings()
    log_as_json(settings.log_level)
    prove(settings)
    work_off(settings)
