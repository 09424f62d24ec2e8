"""`coffer settings`: every setting, its value, its default and where the value came from."""

from __future__ import annotations

import argparse
import dataclasses

from api.cli.commands import Subcommands, emit, subcommand, with_json
from infrastructure.settings import describe


def add(commands: Subcommands) -> None:
    parser = subcommand(commands, "settings", run, "List every setting with its value and source.")
    with_json(parser)
    parser.add_argument("--reveal", action="store_true", help="show secrets")


def run(arguments: argparse.Namespace) -> None:
    shown = describe(reveal=arguments.reveal)
    if arguments.json:
        emit([dataclasses.asdict(line) for line in shown])
        return
    width = max(len(line.name) for line in shown)
    for line in shown:
        print(f"{line.name:<{width}}  {line.value or '–'}  ({line.source})  {line.meaning}")
