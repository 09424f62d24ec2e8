"""What every subcommand is made of."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from typing import Any, Protocol


class Subcommands(Protocol):
    """Where subcommands are added: what `ArgumentParser.add_subparsers` returns."""

    def add_parser(self, name: str, *, help: str, description: str) -> argparse.ArgumentParser: ...


Run = Callable[[argparse.Namespace], int | None]


def subcommand(commands: Subcommands, name: str, run: Run, description: str) -> argparse.ArgumentParser:
    """Add a subcommand whose one-line help is its description."""
    parser = commands.add_parser(name, help=description, description=description)
    parser.set_defaults(run=run)
    return parser


def with_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON for programs")


def emit(value: Any) -> None:
    """Print one JSON document."""
    json.dump(value, sys.stdout, indent=2, default=str)
    sys.stdout.write("\n")
