"""`coffer account overdue|reactivate`: what the operator knows about who has paid."""

from __future__ import annotations

import argparse
from uuid import UUID

from api.cli.commands import Subcommands, subcommand, with_json
from api.cli.operator import end_of_day, operate
from application.accounts.clock import MarkOverdue, Reactivate
from domain.ids import AccountId


def add(commands: Subcommands) -> None:
    parser = commands.add_parser(
        "account", help="Record payments of accounts.", description="Record payments of accounts."
    )
    inner = parser.add_subparsers(required=True, metavar="COMMAND")
    overdue = subcommand(inner, "overdue", run_overdue, "Mark a payment as due: read-only after 14 days.")
    reactivate = subcommand(inner, "reactivate", run_reactivate, "Record a payment: the account is active.")
    reactivate.add_argument(
        "--until", type=end_of_day, metavar="YYYY-MM-DD", help="the last day paid for (default: for good)"
    )
    for command in (overdue, reactivate):
        command.add_argument("account", type=UUID, help="the id of the account")
        with_json(command)


def run_overdue(arguments: argparse.Namespace) -> int:
    return operate(
        arguments,
        MarkOverdue(AccountId(arguments.account)),
        done="The payment is marked as overdue.",
        nothing="Nothing was changed: this account is overdue, suspended, closing, or has no plan.",
    )


def run_reactivate(arguments: argparse.Namespace) -> int:
    return operate(
        arguments,
        Reactivate(AccountId(arguments.account), arguments.until),
        done="The account is open again.",
        nothing="Nothing was changed: this account is neither overdue nor suspended.",
    )
