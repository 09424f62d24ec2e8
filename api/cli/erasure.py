"""`coffer erasure`: accounts that are being erased, and the certificates of those that were."""

from __future__ import annotations

import argparse
import sys
from uuid import UUID

from api.cli.commands import Subcommands, emit, subcommand, with_json
from domain.errors import Refused
from domain.oversight.erasure import STEPS


def add(commands: Subcommands) -> None:
    parser = commands.add_parser(
        "erasure",
        help="Show, carry out and certify the erasure of closed accounts.",
        description="Show, carry out and certify the erasure of closed accounts.",
    )
    inner = parser.add_subparsers(required=True, metavar="ACTION")
    with_json(subcommand(inner, "status", status, "List accounts that are closing, being erased, or erased."))
    running = subcommand(inner, "run", run, "Erase what is due now, as the worker does every minute.")
    with_json(running)
    giving = subcommand(
        inner,
        "certificate",
        certificate,
        "Print the certificate of an erased account, for its owner.",
    )
    giving.add_argument("account", type=UUID, metavar="ACCOUNT")


def status(arguments: argparse.Namespace) -> int:
    from api.composition.operating import erasures_now
    from infrastructure.settings import load_settings

    rows = erasures_now(load_settings())
    if arguments.json:
        emit([row._asdict() for row in rows])
        return 0
    for row in rows:
        if row.erased_at is not None:
            said = f"erased at {row.erased_at.isoformat()}"
        elif row.started_at is not None:
            said = (
                f"{row.steps} of {len(STEPS)} steps done, next: {STEPS[row.steps]}"
                if row.steps < len(STEPS)
                else "every step done"
            )
        else:
            said = f"due at {row.due_at.isoformat()}"
        print(f"{row.account_id}  {said}")
    if not rows:
        print("No account is closing, and none was erased.")
    return 0


def run(arguments: argparse.Namespace) -> int:
    from api.composition.operating import erase_what_is_due
    from infrastructure.logs import log_beside_answers
    from infrastructure.settings import load_settings

    log_beside_answers()
    waiting = erase_what_is_due(load_settings())
    if arguments.json:
        emit({"waiting": waiting})
    elif waiting:
        print("These wait, and are taken up again every minute:", *waiting, sep="\n")
    else:
        print("Everything that is due is erased.")
    return 1 if waiting else 0


def certificate(arguments: argparse.Namespace) -> int:
    from api.composition.operating import certificate_of
    from infrastructure.settings import load_settings

    try:
        emit(certificate_of(load_settings(), arguments.account))
    except Refused as refusal:
        print(refusal.message, file=sys.stderr)
        return 1
    return 0
