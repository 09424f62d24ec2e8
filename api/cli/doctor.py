"""`coffer doctor`: read all that is kept, compare it with its hashes, and say what is damaged."""

from __future__ import annotations

import argparse
import asyncio
import sys

from api.cli.commands import Subcommands, emit, subcommand, with_json
from domain.errors import Refused


def add(commands: Subcommands) -> None:
    parser = subcommand(commands, "doctor", run, "Read all that is kept, and say what is damaged.")
    with_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.composition.operating import examine
    from infrastructure.logs import log_beside_answers
    from infrastructure.settings import load_settings

    log_beside_answers()
    try:
        found = asyncio.run(examine(load_settings()))
    except Refused as refusal:
        print(f"Not everything could be read. {refusal.message}", file=sys.stderr)
        return 2
    if arguments.json:
        emit([finding._asdict() for finding in found])
    else:
        for finding in found:
            print(finding)
        if not found:
            print("The log, the trees of the accounts and all objects are whole.")
    return 1 if found else 0
