"""`python -m api.cli`: one subcommand per module of this package."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from infrastructure.logs import log_refusal
from infrastructure.refusals import CannotStart

COMMANDS = (
    "serve",
    "migrate",
    "followers",
    "worker",
    "voucher",
    "mail",
    "account",
    "admin",
    "analyst",
    "query",
    "detectors",
    "backup",
    "restore",
    "doctor",
    "verify",
    "audit",
    "erasure",
    "projections",
    "settings",
    "demo",
    "bench",
    "dev",
)

# They run by themselves: what they say is for whoever collects logs.
SERVICES = ("serve", "followers", "worker")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 when it did what it says, 2 when it was asked wrongly."""
    given = sys.argv[1:] if argv is None else list(argv)
    parser = argparse.ArgumentParser(prog="coffer", description="Operate, verify and query Coffer.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    # A process loads what its own command needs: the followers are small because they know no HTTP.
    for name in given[:1] if given and given[0] in COMMANDS else COMMANDS:
        importlib.import_module(f"api.cli.{name}").add(commands)
    arguments = parser.parse_args(given)
    try:
        return int(arguments.run(arguments) or 0)
    except CannotStart as wrong:
        if arguments.command in SERVICES and os.environ.get("COFFER_MODE") == "production":
            log_refusal(str(wrong))
        else:
            print(wrong, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
