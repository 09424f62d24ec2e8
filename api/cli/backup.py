"""`coffer backup`: everything that this installation keeps, in one sealed file, while it runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from api.cli.commands import Subcommands, emit, subcommand, with_json
from api.cli.passphrase import ask_passphrase
from infrastructure.backup.refusals import NotDone
from infrastructure.backup.take import keys_beside, take_backup


def add(commands: Subcommands) -> None:
    parser = subcommand(
        commands, "backup", run, "Take a backup of database, objects and secrets, also while Coffer runs."
    )
    parser.add_argument("file", type=Path, help="the file to write; it must not be there yet")
    parser.add_argument(
        "--keys",
        type=Path,
        help="where its keys go; each backup replaces those before (default: coffer.keys beside it)",
    )
    with_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.composition.backing_up import source_of
    from infrastructure.settings import load_settings

    file: Path = arguments.file.expanduser().absolute()
    keys: Path = (arguments.keys or keys_beside(file)).expanduser().absolute()
    try:
        taken = take_backup(source_of(load_settings()), file, keys, ask_passphrase(twice=True))
    except NotDone as refusal:
        print(refusal, file=sys.stderr)
        return 1
    if arguments.json:
        emit({"positions": taken.positions, "objects": taken.objects, "damaged": list(taken.damaged)})
    else:
        reached = ", ".join(str(position) for position in taken.positions.values())
        print(f"{file} holds everything up to position {reached}, with {taken.objects} objects.")
        print(f"Its keys are in {keys}. Neither opens without the other and the pass-phrase.")
    for key in taken.damaged:
        print(f"The object {key} is missing or damaged; the backup cannot bring it back.", file=sys.stderr)
    return 1 if taken.damaged else 0
