"""`python -m api.cli`: one subcommand per module of this package."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from api.cli import bench, dev, followers, migrate, serve, settings, worker

COMMANDS = (serve, migrate, followers, worker, settings, bench, dev)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 when it did what it says, 2 when it was asked wrongly."""
    parser = argparse.ArgumentParser(prog="coffer", description="Operate, verify and query Coffer.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in COMMANDS:
        module.add(commands)
    arguments = parser.parse_args(argv)
    return int(arguments.run(arguments) or 0)


if __name__ == "__main__":
    sys.exit(main())
