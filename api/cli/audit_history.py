"""`coffer audit log`, `show`, `as-of`: what happened in an account, what proves it, and how things were."""

from __future__ import annotations

import argparse
import json
import sys
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from api.cli.commands import Subcommands, subcommand
from api.cli.entry_forms import FORMS
from projections.oversight.actions import ACTIONS
from projections.oversight.as_of import KINDS

NOTHING = "Nothing is sealed yet: a checkpoint comes within a second of the first event."


def add(inner: Subcommands) -> None:
    logging = subcommand(inner, "log", log, "Print what happened in an account, the newest first.")
    _with_account(logging)
    logging.add_argument("--actor", type=UUID, metavar="ID", help="only what this person did")
    logging.add_argument(
        "--target", type=UUID, metavar="ID", help="only what was done to this thing first of all"
    )
    logging.add_argument(
        "--action",
        action="append",
        default=[],
        metavar="NAME",
        help="such as document.purged; may be repeated",
    )
    logging.add_argument("--outcome", choices=("success", "failure", "denied"))
    logging.add_argument(
        "--since", type=moment, metavar="TIME", help="from this time on; without a zone in UTC"
    )
    logging.add_argument("--until", type=moment, metavar="TIME", help="before this time")
    logging.add_argument("--first", type=int, default=1, metavar="POSITION", help="from this position on")
    logging.add_argument("--last", type=int, metavar="POSITION", help="up to this position")
    logging.add_argument("--limit", type=int, metavar="N", help="no more than so many")
    logging.add_argument("--format", choices=sorted(FORMS), default="text")

    showing = subcommand(inner, "show", show, "Print one event as it is stored, and what proves it.")
    showing.add_argument("position", type=int)
    showing.add_argument("--log", type=int, default=0, help="which log, where there are several")
    showing.add_argument(
        "--proof", action="store_true", help="print the proof alone, to keep (C2SP tlog-proof)"
    )

    looking = subcommand(
        inner, "as-of", as_of, "Print things of an account as they were; what is sealed, by its hash."
    )
    looking.add_argument("kind", choices=sorted(KINDS))
    looking.add_argument("id", type=UUID, nargs="?", help="one of them; all if not given")
    _with_account(looking)
    looking.add_argument(
        "--at", type=place, required=True, metavar="TIME|POSITION", help="such as 2026-03-31T18:00 or 4711"
    )
    looking.add_argument("--format", choices=("text", "ndjson"), default="text")


def _with_account(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--account", type=UUID, required=True, metavar="ID")


def moment(text: str) -> datetime:
    """A day is its beginning."""
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def place(text: str) -> int | datetime:
    return int(text) if text.isdecimal() else moment(text)


def log(arguments: argparse.Namespace) -> int:
    from api.composition.history import Between, each_entry
    from infrastructure.settings import load_settings
    from projections.oversight.audit_log import Asked

    if unknown := sorted(set(arguments.action) - ACTIONS.keys()):
        print(f"There is no such action: {', '.join(unknown)}", file=sys.stderr)
        return 2
    asked = Asked(
        arguments.since,
        arguments.until,
        tuple(arguments.action),
        arguments.actor,
        arguments.target,
        arguments.outcome,
    )
    between = Between(arguments.first) if arguments.last is None else Between(arguments.first, arguments.last)
    tell = FORMS[arguments.format](sys.stdout)
    each_entry(load_settings(), arguments.account, asked, between, arguments.limit, tell)
    return 0


def show(arguments: argparse.Namespace) -> int:
    from api.composition.history import event_at
    from infrastructure.log_tree.bundle import NothingSealed
    from infrastructure.settings import load_settings

    try:
        shown = event_at(load_settings(), arguments.log, arguments.position)
    except NothingSealed:
        print(NOTHING, file=sys.stderr)
        return 2
    if shown is None:
        print("There is no event at this position.", file=sys.stderr)
        return 2
    event, proof = shown.event, shown.proof
    if not arguments.proof:
        stored = {
            "position": event.position,
            "recordedAt": event.recorded_at,
            **event.envelope,
            "state": json.loads(event.state),
            "leafHash": event.leaf.hex(),
        }
        print(json.dumps(stored, indent=2, ensure_ascii=False, default=_plain))
    if proof is None:
        print("Not sealed yet: a checkpoint comes within a second.", file=sys.stderr)
        return 2
    if not shown.proved:
        print("NOT PROVED: this event is not the one that was sealed here.", file=sys.stderr)
        return 1
    if arguments.proof:
        sys.stdout.write(proof.text())
    else:
        print(f"Proved: leaf {proof.place} of the checkpoint over {proof.size} events.")
    return 0


def as_of(arguments: argparse.Namespace) -> int:
    from api.composition.history import as_of as things_as_of
    from infrastructure.event_store.as_of import CannotFold
    from infrastructure.settings import load_settings

    try:
        found = things_as_of(load_settings(), arguments.account, arguments.kind, arguments.id, arguments.at)
    except CannotFold as failure:
        print(f"The log cannot be folded: {failure}", file=sys.stderr)
        return 1
    if arguments.id is not None and not found.things:
        print(f"There was no such {arguments.kind} at position {found.position}.", file=sys.stderr)
        return 1
    for thing in found.things:
        if arguments.format == "ndjson":
            print(json.dumps(thing, separators=(",", ":"), ensure_ascii=False, default=_plain))
        elif arguments.id is not None:
            print(json.dumps(thing, indent=2, ensure_ascii=False, default=_plain))
        else:
            state = thing["values"].get("state", "")
            print(f"{thing['kind']:<16} {thing['id']}  {state:<10} last changed at {thing['position']}")
    if arguments.format == "text":
        print(f"As of position {found.position}: {len(found.things)} found.")
    return 0


def _plain(value: Any) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value.hex() if isinstance(value, bytes) else str(value)
