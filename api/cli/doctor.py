"""`coffer doctor`: read all that is kept, compare it with its hashes, and say what is damaged."""

from __future__ import annotations

import argparse
import asyncio

from api.cli.commands import Subcommands, emit, subcommand, with_json


def add(commands: Subcommands) -> None:
    parser = subcommand(commands, "doctor", run, "Read all that is kept, and say what is damaged.")
    with_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.composition.operating import examine
    from infrastructure.settings import load_settings

    found = asyncio.run(examine(load_settings()))
    if arguments.json:
        emit([finding._asdict() for finding in found])
    else:
        for finding in found:
            print(finding)
        if not found:
            print("The log, the trees of the accounts and all objects are whole.")
    return 1 if found else 0
