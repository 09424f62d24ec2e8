"""How fast a list of records opens in the browser, beside the bare WebCrypto calls that the format asks for.

A member reads what the owner has written and changed once; the crypto worker is the product's. `show` is
what a list waits for: each record verified, then opened. `prove` follows in idle time, once: the chain of
each record is asked for, many at a time. Of the main thread, which also plays the server, every task over
50 ms is counted.
Unlocking by pass-phrase is timed once.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.browser import build_page, measure
from bench.figures import emit
from bench.files import serving
from bench.page_server import FIGURES


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench vault", description=__doc__)
    parser.add_argument("--records", type=int, default=2000, help="made once, opened in every turn")
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as page, tempfile.TemporaryDirectory() as folder:
        build_page(Path(page))
        with serving(Path(folder), Path(page)) as server:
            plan = {"records": {"count": given.records, "turns": given.turns}}
            told = measure(server.url, Path(folder) / FIGURES, plan, patience=120 + given.records / 10)
    taken = told["records"]
    proof = taken["proof"]
    report: dict[str, object] = {
        "browser": told["browser"],
        "wrapsPerRecord": taken["wraps"],
        "unlockByPassphraseMs": round(taken["unlock"]),
        "millisecondsPer10000": {
            name: round(taken[name] / taken["records"] * 10_000) for name in ("bareCalls", "show")
        },
        "bareCallsOfShow": round(taken["bareCalls"] / taken["show"], 2),
        "prove": {
            "millisecondsPer10000": round(proof["milliseconds"] / given.records * 10_000),
            "questions": proof["questions"],
            "editOfTheLastMs": round(proof["edit"]),
            "longTasks": len(proof["longTasks"]),
            "longestTaskMs": round(max(proof["longTasks"], default=0)),
        },
    }
    emit("vault", report)
    return 0
