"""`coffer detectors backtest`: what other thresholds would have found in your own history."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from datetime import UTC, date, datetime, time
from pathlib import Path

import msgspec

from api.cli.commands import Subcommands, emit, subcommand, with_json
from api.composition.backtesting import backtest_of
from domain.oversight.suspicion.detectors import DETECTORS
from infrastructure.oversight.backtest import Tested
from infrastructure.oversight.thresholds import DETECTORS as THRESHOLDS
from infrastructure.oversight.thresholds import ThresholdsWrong, load_thresholds
from infrastructure.settings import load_settings

_NAMES = {detector.id: detector.name for detector in DETECTORS}


def add(commands: Subcommands) -> None:
    parser = commands.add_parser(
        "detectors", help="Try the detectors on past events.", description="Try the detectors on past events."
    )
    inner = parser.add_subparsers(required=True, metavar="COMMAND")
    backtest = subcommand(
        inner,
        "backtest",
        run_backtest,
        "Run them over the whole event log, without any consequence.",
    )
    backtest.add_argument(
        "--thresholds", type=Path, default=THRESHOLDS, metavar="FILE", help="default: detectors.toml"
    )
    backtest.add_argument("--detector", choices=sorted(_NAMES), help="show one detector only")
    backtest.add_argument(
        "--since", type=date.fromisoformat, metavar="YYYY-MM-DD", help="show from this day on"
    )
    with_json(backtest)


def run_backtest(arguments: argparse.Namespace) -> int:
    try:
        thresholds = load_thresholds(arguments.thresholds)
    except ThresholdsWrong as wrong:
        print(wrong, file=sys.stderr)
        return 2
    since = datetime.combine(arguments.since or date.min, time.min, UTC)
    shown = [
        tested
        for tested in backtest_of(load_settings()).run(thresholds)
        if tested.finding.at >= since and arguments.detector in (None, tested.finding.detector)
    ]
    if arguments.json:
        emit([_as_json(tested) for tested in shown])
        return 0
    for tested in shown:
        print(_line(tested))
    counts = Counter(tested.finding.detector for tested in shown)
    new = sum(not tested.was_made for tested in shown)
    total = ", ".join(f"{id} {_NAMES[id]} {count}" for id, count in sorted(counts.items()))
    print(f"{len(shown)} findings, {new} of them not made when it happened. {total}".rstrip())
    return 0


def _line(tested: Tested) -> str:
    finding = tested.finding
    said = " ".join(f"{name}={value}" for name, value in finding.params.items())
    mark = " " if tested.was_made else "+"
    when = finding.at.isoformat(timespec="seconds")
    subject = f"{finding.subject.kind} {finding.subject.id}"
    return f"{mark} {when}  {finding.detector} severity {finding.severity}  {subject}  {said}".rstrip()


def _as_json(tested: Tested) -> dict[str, object]:
    return {**msgspec.to_builtins(tested.finding), "wasMade": tested.was_made}
