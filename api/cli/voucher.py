"""`coffer voucher issue|revoke`: codes that pay for a plan, lower its price or lengthen a trial."""

from __future__ import annotations

import argparse
import sys

import msgspec

from api.cli.commands import Subcommands, subcommand, with_json
from api.cli.operator import end_of_day, operate
from application.accounts.vouchers import Issue, Revoke
from domain.accounts.vouchers import VoucherTerms


def add(commands: Subcommands) -> None:
    parser = commands.add_parser(
        "voucher", help="Issue and revoke voucher codes.", description="Issue and revoke voucher codes."
    )
    inner = parser.add_subparsers(required=True, metavar="COMMAND")
    issue = subcommand(inner, "issue", run_issue, "Issue a code. It is shown once.")
    issue.add_argument("kind", choices=("activation", "percent", "extend"), help="what the code does")
    issue.add_argument("--plan", help="the plan it is for (default: any)")
    issue.add_argument("--percent", type=int, help="what is taken off the price, for `percent`")
    issue.add_argument("--months", type=int, help="for how long; without it an activation is for good")
    issue.add_argument("--seats", type=int, default=0, help="further seats that come with it")
    issue.add_argument("--times", type=int, default=1, help="how many accounts may use it")
    issue.add_argument("--until", type=end_of_day, metavar="YYYY-MM-DD", help="the last day it can be used")
    revoke = subcommand(inner, "revoke", run_revoke, "Revoke a code.")
    revoke.add_argument("code")
    for command in (issue, revoke):
        with_json(command)


def run_issue(arguments: argparse.Namespace) -> int:
    terms = {
        "kind": arguments.kind,
        "planId": arguments.plan,
        "percentOff": arguments.percent,
        "months": arguments.months,
        "seatsBonus": arguments.seats,
        "maxRedemptions": arguments.times,
        "redeemBy": arguments.until,
    }
    try:
        command = Issue(msgspec.convert(terms, VoucherTerms))
    except msgspec.ValidationError as mistake:
        print(mistake, file=sys.stderr)
        return 2
    return operate(arguments, command, done="{}")


def run_revoke(arguments: argparse.Namespace) -> int:
    return operate(
        arguments,
        Revoke(arguments.code),
        done="Nobody can use this code any more.",
        nothing="There is no such code, or it was revoked before.",
    )
