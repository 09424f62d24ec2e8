"""`coffer admin grant|revoke`: platform administrators, also before there is a first one."""

from __future__ import annotations

import argparse
import sys

from api.cli.commands import Subcommands, subcommand, with_json
from api.cli.operator import operate
from application.processes.platform_people import OperatorGivesRole
from domain.email_addresses import normalised
from domain.errors import InvalidArgument
from domain.identity.users import PlatformRole


def add(commands: Subcommands) -> None:
    parser = commands.add_parser(
        "admin",
        help="Add and remove platform administrators.",
        description="Add and remove platform administrators.",
    )
    inner = parser.add_subparsers(required=True, metavar="COMMAND")
    grant = subcommand(inner, "grant", run_grant, "Make a user a platform administrator.")
    revoke = subcommand(inner, "revoke", run_revoke, "Remove a user from the platform administrators.")
    for command in (grant, revoke):
        command.add_argument("email", help="the address that the person signs in with")
        with_json(command)


def run_grant(arguments: argparse.Namespace) -> int:
    return _give(
        arguments,
        "admin",
        done="This person administers the platform from now on.",
        nothing="This person administers the platform already.",
    )


def run_revoke(arguments: argparse.Namespace) -> int:
    return _give(
        arguments,
        "user",
        done="This person does not administer the platform any more.",
        nothing="This person does not administer the platform.",
    )


def _give(arguments: argparse.Namespace, role: PlatformRole, *, done: str, nothing: str) -> int:
    try:
        command = OperatorGivesRole(address=normalised(arguments.email), role=role)
    except InvalidArgument as mistake:
        print(mistake.message, file=sys.stderr)
        return 2
    return operate(arguments, command, done=done, nothing=nothing)
