"""`coffer demo`: load the demo data into the Coffer that runs here, and say who is in it."""

from __future__ import annotations

import argparse
import json
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, cast

from api.cli.commands import Subcommands, emit, subcommand, with_json
from infrastructure.demo import DemoProgram
from infrastructure.refusals import CannotStart
from infrastructure.settings import load_settings

_PATIENCE = 200


def add(commands: Subcommands) -> None:
    parser = subcommand(commands, "demo", run, "Load the demo data into a running Coffer (development).")
    parser.add_argument(
        "--reset",
        action="store_true",
        help="close what was loaded before, and load it again for other people",
    )
    parser.add_argument(
        "--files",
        type=Path,
        metavar="FOLDER",
        help="write the recovery file of each person there: it opens the account by itself",
    )
    with_json(parser)


def run(arguments: argparse.Namespace) -> int:
    settings = load_settings()
    if not settings.in_development:
        raise CannotStart("The demo is for development mode; this Coffer runs in production.")
    loaded = _loaded(DemoProgram.of(settings).url, reset=arguments.reset)
    if arguments.files is not None:
        _write_files(arguments.files, loaded)
    if arguments.json:
        emit(loaded)
        return 0
    print("The demo was loaded." if loaded["loaded"] else "The demo is there already.")
    print(
        f"Sign in at {settings.public_url}, and unlock with the recovery file (--files FOLDER writes them)."
    )
    print("With the key alone, somebody who is in the account already reads a code to you.")
    for account in loaded["accounts"]:
        print(f"\n{account['name']}")
        for one in account["users"]:
            print(f"  {one['name']} ({one['role']})")
            print(f"    {one['email']}  {one['password']}")
            print(f"    {one['recoveryKey'] or 'holds no keys'}")
    return 0


def _write_files(folder: Path, loaded: dict[str, Any]) -> None:
    """One for each person who holds keys, readable by the caller alone."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for account in loaded["accounts"]:
        for one in account["users"]:
            if one["recoveryFile"] is not None:
                file = folder / f"{one['email']}.txt"
                file.touch(mode=0o600)
                file.write_text(one["recoveryFile"], encoding="utf-8")


def _loaded(url: str, *, reset: bool) -> dict[str, Any]:
    # A proxy of the person who calls us has no business on our own machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{url}/seed-db{'?reset=true' if reset else ''}", timeout=_PATIENCE) as answer:
            return cast("dict[str, Any]", json.load(answer)["data"])
    except urllib.error.HTTPError as refused:
        said = json.load(refused)
        print(said["message"], file=sys.stderr)
        raise SystemExit(1) from None
    except (OSError, TimeoutError):
        raise CannotStart(f"Nothing answers at {url}. Start with ./run.") from None
