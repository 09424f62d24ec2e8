"""`coffer mail report|release`: what is heard of mail that has left, and an address that gets some again."""

from __future__ import annotations

import argparse
import sys

from api.cli.commands import Subcommands, subcommand, with_json
from api.cli.operator import operate
from application.messaging.reports import NoteReport, Release
from domain.email_addresses import normalised
from domain.errors import Refused
from infrastructure.mail.form import MailForm
from infrastructure.mail.reports import MOST_BYTES, read_report
from infrastructure.settings import load_settings


def add(commands: Subcommands) -> None:
    help_text = "Take reports about sent email, and release addresses."
    parser = commands.add_parser("mail", help=help_text, description=help_text)
    inner = parser.add_subparsers(required=True, metavar="COMMAND")
    report = subcommand(inner, "report", run_report, "Read a delivery report or a complaint from stdin.")
    release = subcommand(inner, "release", run_release, "Send email to an address again that bounced.")
    release.add_argument("address")
    for command in (report, release):
        with_json(command)


def run_report(arguments: argparse.Namespace) -> int:
    content = sys.stdin.buffer.read(MOST_BYTES)
    reported = read_report(content, MailForm(load_settings().mail_from).domain)
    if reported is None:
        print("This is no report about an email of this installation.", file=sys.stderr)
        return 0
    return operate(
        arguments,
        NoteReport(reported.message_id, reported.result),
        done="The report is recorded.",
        nothing="It was recorded before.",
    )


def run_release(arguments: argparse.Namespace) -> int:
    try:
        address = normalised(arguments.address)
    except Refused as refusal:
        print(refusal.message, file=sys.stderr)
        return 2
    return operate(
        arguments,
        Release(address),
        done="This address gets email again.",
        nothing="This address was not suppressed.",
    )
