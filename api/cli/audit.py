"""`coffer audit`: the history, and what proves that it is the one that was sealed."""

from __future__ import annotations

import argparse
import base64
import gzip
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from uuid import UUID

from api.cli import audit_history
from api.cli.audit_history import NOTHING
from api.cli.commands import Subcommands, subcommand


def add(commands: Subcommands) -> None:
    parser = commands.add_parser(
        "audit",
        help="Read, export and verify the sealed history.",
        description="Read, export and verify the sealed history.",
    )
    inner = parser.add_subparsers(required=True, metavar="ACTION")
    audit_history.add(inner)

    verifying = subcommand(inner, "verify", verify, "Verify the log of this installation, or a bundle of it.")
    verifying.add_argument("--bundle", metavar="FILE", help="an exported bundle instead of the log itself")
    verifying.add_argument(
        "--key", help="the log's public key in Base64; that of this installation if not given"
    )
    verifying.add_argument(
        "--checkpoint",
        action="append",
        default=[],
        metavar="FILE",
        help="one that was seen earlier, which the log has to go on from",
    )
    _with_log(verifying)

    exporting = subcommand(
        inner, "export", export, "Write a bundle that is verified offline, with Python alone."
    )
    exporting.add_argument("file", help="where to; compressed if it ends in .gz; - for standard output")
    exporting.add_argument(
        "--account",
        type=UUID,
        metavar="ID",
        help="only the events of this account; those of others are hashes",
    )
    _with_log(exporting)

    subcommand(inner, "key", key, "Print the log's name and public key, for auditors to keep.")
    _with_log(
        subcommand(inner, "checkpoint", checkpoint, "Print the newest checkpoint, for auditors to keep.")
    )


def _with_log(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--log", type=int, default=0, help="which log, where there are several")


def verify(arguments: argparse.Namespace) -> int:
    from api.composition.auditing import bundle, key_of, verifier
    from infrastructure.log_tree.bundle import NothingSealed
    from infrastructure.settings import load_settings

    asked = [part for path in arguments.checkpoint for part in ("--checkpoint", path)]
    if arguments.bundle and arguments.key:
        return verifier()([arguments.bundle, "--key", arguments.key, *asked])
    settings = load_settings()
    asked += ["--key", arguments.key or _base64(key_of(settings).key)]
    if arguments.bundle:
        return verifier()([arguments.bundle, *asked])
    try:
        with bundle(settings, arguments.log, None) as lines:
            return verifier()(["-", *asked], lines)
    except NothingSealed:
        print(NOTHING, file=sys.stderr)
        return 2


def export(arguments: argparse.Namespace) -> int:
    from api.composition.auditing import bundle
    from infrastructure.log_tree.bundle import NothingSealed
    from infrastructure.settings import load_settings

    try:
        with bundle(load_settings(), arguments.log, arguments.account) as lines, _to(arguments.file) as file:
            file.writelines(lines)
    except NothingSealed:
        print(NOTHING, file=sys.stderr)
        return 2
    return 0


def key(arguments: argparse.Namespace) -> None:
    from api.composition.auditing import key_of
    from infrastructure.settings import load_settings

    found = key_of(load_settings())
    print(found.log_name, _base64(found.key))


def checkpoint(arguments: argparse.Namespace) -> int:
    from api.composition import auditing
    from infrastructure.log_tree.bundle import NothingSealed
    from infrastructure.settings import load_settings

    try:
        sys.stdout.write(auditing.checkpoint(load_settings(), arguments.log))
    except NothingSealed:
        print(NOTHING, file=sys.stderr)
        return 2
    return 0


@contextmanager
def _to(path: str) -> Generator[IO[str]]:
    if path == "-":
        yield sys.stdout
    elif path.endswith(".gz"):
        with gzip.open(path, "wt", encoding="utf-8") as file:
            yield file
    else:
        with Path(path).open("w", encoding="utf-8") as file:
            yield file


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
