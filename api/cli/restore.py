"""`coffer restore`: a backup into an empty folder of `./run`, or into empty servers."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from api.cli.commands import Subcommands, subcommand
from api.cli.passphrase import ask_passphrase
from infrastructure.backup.refusals import NotDone
from infrastructure.backup.restore import Backup, check_backup
from infrastructure.backup.take import keys_beside
from infrastructure.local.places import DEFAULT_DATA


def add(commands: Subcommands) -> None:
    parser = subcommand(commands, "restore", run, "Restore a backup where there is nothing yet.")
    parser.add_argument("file", type=Path, help="what `backup` wrote")
    parser.add_argument(
        "--keys", type=Path, help="the keys of the newest backup (default: coffer.keys beside it)"
    )
    parser.add_argument("--data", type=Path, help="the empty folder that ./run will open (default: .data)")
    parser.add_argument(
        "--servers",
        action="store_true",
        help="into the empty database and object store that the settings name",
    )


def run(arguments: argparse.Namespace) -> int:
    file: Path = arguments.file.expanduser().absolute()
    keys: Path = (arguments.keys or keys_beside(file)).expanduser().absolute()
    told = arguments.data or os.environ.get("COFFER_DATA_DIR") or DEFAULT_DATA
    data = Path(told).expanduser().resolve()
    try:
        backup = check_backup(file, keys, ask_passphrase(twice=False))
        damaged = _into_servers(data, backup) if arguments.servers else _into_folder(data, backup)
    except NotDone as refusal:
        print(refusal, file=sys.stderr)
        return 1
    reached = ", ".join(str(position) for position in backup.manifest.positions.values())
    print(f"Restored up to position {reached}, as of {backup.manifest.taken_at:%Y-%m-%d %H:%M} UTC.")
    for key in damaged:
        print(f"The object {key} was missing or damaged when the backup was taken.", file=sys.stderr)
    print(
        f"Its history is signed as {backup.manifest.log_name} and its passkeys belong to "
        f"{backup.manifest.public_url}: start it at that address."
    )
    return 0


def _into_folder(data: Path, backup: Backup) -> Sequence[str]:
    from api.composition.backing_up import fill_database
    from infrastructure.local.restored import restore_into

    return restore_into(data, backup, lambda url: fill_database(url, backup))


def _into_servers(data: Path, backup: Backup) -> Sequence[str]:
    from api.composition.backing_up import restore_into_servers

    return restore_into_servers(data, backup, os.environ)
