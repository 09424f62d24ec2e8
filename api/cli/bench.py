"""`coffer bench`: measure on this machine, beside something known, and print JSON."""

from __future__ import annotations

import argparse
import importlib

from api.cli.commands import Subcommands, subcommand

BENCHES = {
    "append": "the recorder alone storing events, beside a plain INSERT and the library's own recorders",
    "lists": "a whole list through HTTP, as JSON and in the form of rows",
    "follow": "from stored to readable, and catching up, with all read models of the product",
    "replay": "one account folded once more, alone and beside accounts that have far more",
    "rebuild": "all read models from the whole log once more, beside PostgreSQL copying their rows",
    "backup": "a backup while people write, and its restore compared with what was there",
    "start": "starting, stopping, and the memory of a stack that has nothing to do",
    "first_document": "from an empty folder to the first own sealed document, with empty caches",
    "files": "encrypting and uploading, beside a bare WebCrypto loop",
    "auth": "signing in and asking for the session, beside the protocol's reference server",
    "overload": "what others notice of 200 sign-ins at once, 500 sockets and 300 writes at once",
    "vault": "opening a list of records, beside the bare WebCrypto calls that it takes",
    "expiry": "100,000 warnings of documents while worker, PostgreSQL and Valkey are killed",
    "mail": "12 bulk emails of 1,000 recipients each while worker, PostgreSQL and Valkey are killed",
    "web": "the whole app with 10,000 or 50,000 contacts: opening, searching, moving, memory",
    "desk": "how long a list of 10,000 and 50,000 rows takes to open, sort, search and scroll",
}


def add(commands: Subcommands) -> None:
    parser = subcommand(commands, "bench", run, "Run benchmarks on this machine.")
    parser.add_argument(
        "bench", choices=sorted(BENCHES), help="; ".join(f"{name}: {what}" for name, what in BENCHES.items())
    )
    parser.add_argument("options", nargs=argparse.REMAINDER, help="options of that bench")


def run(arguments: argparse.Namespace) -> int:
    # Each bench brings what it measures against; none of that belongs to the other commands.
    return int(importlib.import_module(f"bench.{arguments.bench}").main(arguments.options))
