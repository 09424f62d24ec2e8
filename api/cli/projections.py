"""`coffer projections`: where the read models stand, and whether they are what a replay makes of the log."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import UUID

from api.cli.commands import Subcommands, emit, subcommand, with_json
from infrastructure.event_store.rebuilding import Rebuilt
from infrastructure.event_store.standing import Standing

if TYPE_CHECKING:
    from api.composition.read_models import Comparison


def add(commands: Subcommands) -> None:
    parser = commands.add_parser(
        "projections",
        help="Look after the read models.",
        description="Look after the read models.",
    )
    inner = parser.add_subparsers(required=True, metavar="ACTION")
    with_json(
        subcommand(
            inner, "status", status, "Print how far each read model has come, and whom it left behind."
        )
    )
    comparing = subcommand(
        inner,
        "compare",
        compare,
        "Replay accounts beside the read models, and compare both by digest, also to digests of before.",
    )
    comparing.add_argument("--account", type=UUID, metavar="ID", help="only this one")
    comparing.add_argument("--name", metavar="NAME", help="only this read model")
    with_json(comparing)
    rebuilding = subcommand(
        inner,
        "rebuild",
        rebuild,
        "Fold read models once more from the whole log, and put them in the place of those that are shown.",
    )
    rebuilding.add_argument("names", nargs="*", metavar="NAME", help="only these")
    with_json(rebuilding)


def status(arguments: argparse.Namespace) -> int:
    from api.composition.read_models import standings
    from infrastructure.settings import load_settings

    found = standings(load_settings())
    if arguments.json:
        emit([{**one._asdict(), "left": [left._asdict() for left in one.left]} for one in found])
    else:
        for one in found:
            print(_line_of(one))
            for left in one.left:
                print(f"    left {left.account_id} at position {left.position}: {left.error}")
    return 0 if all(one.well for one in found) else 1


def _line_of(one: Standing) -> str:
    said = "up to date"
    if one.behind and one.behind_since is not None:
        seconds = max(0, round((datetime.now(UTC) - one.behind_since).total_seconds()))
        said = f"{one.behind} events behind, for {seconds} s"
    if one.shown != one.version:
        said += f", not shown yet (readers see version {one.shown})"
    if one.left:
        said += f", {len(one.left)} left behind"
    return f"{one.name:<20} v{one.version:<3} {one.mode:<8} at {one.position:<9} {said}"


def compare(arguments: argparse.Namespace) -> int:
    from api.composition.read_models import comparisons
    from infrastructure.settings import load_settings

    found: list[Comparison] = []
    for one in comparisons(load_settings(), arguments.account, arguments.name):
        found.append(one)
        if not arguments.json:
            _tell(one, each=arguments.account is not None)
    different = [one for one in found if not one.equal]
    if arguments.json:
        emit({"equal": not different, "accounts": [_as_json(one) for one in found]})
    elif different:
        print(f"{len(different)} of {len(found)} accounts are not what the log says. Nothing was changed.")
    else:
        print(f"All {len(found)} accounts are what the log says.")
    return 1 if different else 0


def _tell(account: Comparison, *, each: bool) -> None:
    rows = sum(one.live.rows for one in account.models)
    equal = "equal" if account.equal else "different"
    print(f"{account.account_id}  {len(account.models)} read models  {rows:>9} rows  {equal}")
    for one in account.models:
        if each or not one.equal:
            said = "equal" if one.equal else "different"
            digest = one.live.sha256.hex()
            print(f"    {one.name:<20} {one.live.rows:>9} rows at {one.position:<9} {digest}  {said}")
        for difference in one.differences:
            print(f"        {difference}")
        if one.failed:
            print(f"        The log cannot be folded: {one.failed}")
    for held in account.held:
        if each or not held.well:
            print(
                f"    digests recorded at {held.position}: {len(held.equal)} equal, "
                f"{len(held.different)} different"
                + (f", {len(held.other_versions)} of other versions" if held.other_versions else "")
            )
        for name, position in held.different.items():
            print(f"        {name}: a replay to position {position} has another digest than was recorded")
        for name, failed in held.failed.items():
            print(f"        {name}: the log cannot be folded: {failed}")


def _as_json(account: Comparison) -> dict[str, object]:
    return {
        "accountId": account.account_id,
        "readModels": [
            {
                "name": one.name,
                "version": one.version,
                "position": one.position,
                "rows": one.live.rows,
                "equal": one.equal,
                "live": one.live.sha256.hex(),
                "replayed": None if one.replayed is None else one.replayed.sha256.hex(),
                "differences": [difference._asdict() for difference in one.differences],
                "failed": one.failed or None,
            }
            for one in account.models
        ],
        "recorded": [
            {
                "position": held.position,
                "equal": held.well,
                "readModels": sorted(held.equal),
                "different": held.different,
                "otherVersions": held.other_versions,
                "failed": held.failed,
            }
            for held in account.held
        ],
    }


def rebuild(arguments: argparse.Namespace) -> int:
    from api.composition.read_models import rebuilding
    from infrastructure.settings import load_settings
    from projections.catalogue import PROJECTIONS

    unknown = sorted({*arguments.names} - {one.name for one in PROJECTIONS})
    if unknown:
        print(f"There is no read model {unknown[0]}.", file=sys.stderr)
        return 2
    with rebuilding(load_settings(), arguments.names) as work:
        work.fill(_progress)
        found = work.compare()
        shown = [one for one in found if not one.left]
        work.show([one.name for one in shown])
    if arguments.json:
        emit([_of_rebuilt(one) for one in found])
    else:
        _say_rebuilt(found)
    return 0 if len(shown) == len(found) else 1


def _progress(position: int) -> None:
    if sys.stderr.isatty():
        print(f"\rfolded {position} events", end="", file=sys.stderr, flush=True)


def _say_rebuilt(found: Sequence[Rebuilt]) -> None:
    for one in found:
        said = "not shown" if one.left else "put right" if one.differences else "as it was"
        print(f"{one.name:<20} v{one.version:<3} {one.rows:>9} rows  {said}")
        for difference in one.differences:
            print(f"    {difference}")
        for left in one.left:
            print(f"    cannot be folded for {left.account_id} at position {left.position}: {left.error}")


def _of_rebuilt(one: Rebuilt) -> dict[str, object]:
    return {
        "name": one.name,
        "version": one.version,
        "shown": not one.left,
        "rows": one.rows,
        "differences": [difference._asdict() for difference in one.differences],
        "left": [left._asdict() for left in one.left],
    }
