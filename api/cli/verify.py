"""`coffer verify`: compare all read models with what the log makes of them, while Coffer runs."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from uuid import UUID

from api.cli.commands import Subcommands, emit, subcommand, with_json
from infrastructure.event_store.verify import Verdict


def add(commands: Subcommands) -> None:
    parser = subcommand(
        commands,
        "verify",
        run,
        "Compare all read models with what the log makes of them, also while Coffer runs.",
    )
    parser.add_argument("--account", type=UUID, metavar="ID", help="only the rows of this account")
    with_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.composition.verifying import verdicts
    from infrastructure.settings import load_settings

    found = verdicts(load_settings(), arguments.account)
    if not arguments.json:
        found = _told(found)
    reached = list(found)
    different = [verdict for verdict in reached if not verdict.equal]
    if arguments.json:
        emit({"equal": not different, "readModels": [_as_json(verdict) for verdict in reached]})
    elif different:
        print(f"{len(different)} of {len(reached)} are not what the log says. Nothing was changed.")
    else:
        print(f"All {len(reached)} are what the log says.")
    return 1 if different else 0


def _told(verdicts: Iterable[Verdict]) -> Iterable[Verdict]:
    """One line each, as soon as it is known."""
    for verdict in verdicts:
        at = ", ".join(str(position) for position in verdict.positions.values())
        said = "equal" if verdict.equal else "different"
        print(
            f"{verdict.name:<20} v{verdict.version:<3} {verdict.mode:<8} {verdict.rows:>9} rows "
            f"at {at:<9} {said}{_left(verdict)}"
        )
        for difference in verdict.differences:
            print(f"    {difference}")
        if verdict.failed:
            print(f"    The log cannot be folded: {verdict.failed}")
        yield verdict


def _left(verdict: Verdict) -> str:
    if not verdict.parked:
        return ""
    accounts = "1 account" if verdict.parked == 1 else f"{verdict.parked} accounts"
    return f", but for {accounts} that it had to leave behind"


def _as_json(verdict: Verdict) -> dict[str, object]:
    return {
        **{name: getattr(verdict, name) for name in ("name", "version", "mode", "rows", "parked", "equal")},
        "positions": verdict.positions,
        "differences": [difference._asdict() for difference in verdict.differences],
        "failed": verdict.failed or None,
    }
