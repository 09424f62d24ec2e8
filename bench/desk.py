"""How long a list of the browser waits for the worker that holds what was opened.

Contacts of several scripts are handed to the desk worker of the product as the keys worker tells of them, in
portions of 256. Then the page does what people do: it opens the list, sorts it by another column, types a
word, scrolls, and a row comes. Each time is the page's, from its message to the answer; the best and the
median of all turns are printed. Of the main thread every task over 50 ms is counted.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.browser import build_page, measure
from bench.figures import emit
from bench.files import serving
from bench.page_server import FIGURES


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench desk", description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=[10_000, 50_000])
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args(argv)
    report: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as page, tempfile.TemporaryDirectory() as folder:
        build_page(Path(page))
        with serving(Path(folder), Path(page)) as server:
            for rows in given.rows:
                plan = {"desk": {"count": rows, "turns": given.turns}}
                told = measure(server.url, Path(folder) / FIGURES, plan, patience=120 + rows / 100)
                report["browser"] = told["browser"]
                report[f"{rows} rows"] = _figures(told["desk"])
    emit("desk", report)
    return 0


def _figures(taken: dict[str, Any]) -> dict[str, object]:
    memory = taken["workerMiB"]
    return {
        "bestAndMedianMs": {
            what: [round(min(times), 1), round(statistics.median(times), 1)]
            for what, times in taken["times"].items()
        },
        "workerMiB": None if memory is None else round(memory),
        "rowsAsJsonMiB": round(taken["bytesOfJson"] / 2**20),
        "longTasks": len(taken["longTasks"]),
        "longestTaskMs": round(max(taken["longTasks"], default=0)),
    }
