"""`coffer analyst add|list|remove`: database logins for people who analyse one account."""

from __future__ import annotations

import argparse
import sys
from uuid import UUID

from api.cli.commands import Subcommands, emit, subcommand, with_json
from domain.errors import Refused
from infrastructure.analysis.logins import CONNECTIONS, add_login, logins, remove_login
from infrastructure.settings import load_settings


def add(commands: Subcommands) -> None:
    text = "Add and remove database logins of analysts."
    inner = commands.add_parser("analyst", help=text, description=text).add_subparsers(
        required=True, metavar="COMMAND"
    )
    adding = subcommand(inner, "add", run_add, "Add a login. Its password is shown once.")
    adding.add_argument("account", type=UUID, help="the id of the account")
    adding.add_argument("name", help="who it is for; only operators see it")
    listing = subcommand(inner, "list", run_list, "List the logins.")
    removing = subcommand(inner, "remove", run_remove, "Remove a login and end its connections.")
    removing.add_argument("login")
    for command in (adding, listing, removing):
        with_json(command)


def run_add(arguments: argparse.Namespace) -> int:
    try:
        added = add_login(load_settings().owner_database_url, arguments.account, arguments.name)
    except Refused as refusal:
        print(refusal.message, file=sys.stderr)
        return 1
    if arguments.json:
        emit(added._asdict())
        return 0
    print(f"login     {added.name}")
    print(f"password  {added.password}")
    print(f"It reads the views of the schema analytics, with up to {CONNECTIONS} connections.")
    for database in added.elsewhere:
        print(f"It can enter {database} too, which tells the sizes of all databases.", file=sys.stderr)
    return 0


def run_list(arguments: argparse.Namespace) -> None:
    found = logins(load_settings().owner_database_url)
    if arguments.json:
        emit([login._asdict() for login in found])
        return
    for login in found:
        gone = "" if login.there else "  (the server does not know it: remove it, and add another one)"
        print(f"{login.name}  {login.account_id}  {login.added_at:%Y-%m-%d}  {login.label}{gone}")


def run_remove(arguments: argparse.Namespace) -> int:
    removed = remove_login(load_settings().owner_database_url, arguments.login)
    if arguments.json:
        emit({"changed": removed})
    elif removed:
        print("Nobody can sign in with it any more.")
    else:
        print("There is no such login.", file=sys.stderr)
    return 0 if removed else 1
