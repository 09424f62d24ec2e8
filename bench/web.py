"""How the whole app feels in an account with many records: real server, real Chromium.

Contacts are opened in a browser that has no copy of them, over a network of 50 Mbit/s and 40 ms, and then in
another process of that browser, which has one. `First` and `Whole` count from the click that opens the list,
and with a copy from the moment in which the keys are unlocked; the other figures are of the open list. A
floor is twice the goal. Home is opened with documents and tasks beside the contacts.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bench.figures import emit
from bench.furnished import furnished
from infrastructure.local.node import SHIMS
from infrastructure.local.places import WEB
from infrastructure.local.product import Product, running_product
from infrastructure.local.setup import web_app
from infrastructure.local.setup.chromium import find_chromium

# By how many rows the list has; in milliseconds, but for memory.
_GOALS: Final[Mapping[int, Mapping[str, int]]] = {
    10_000: {
        "coldFirst": 300,
        "coldWhole": 3000,
        "warmWhole": 300,
        "typed": 50,
        "move": 50,
        "oneMoreTask": 16,
        "longestTask": 50,
    },
    50_000: {
        "coldFirst": 300,
        "warmWhole": 1500,
        "typed": 100,
        "move": 50,
        "oneMoreTask": 16,
        "longestTask": 50,
        "frame95": 20,
        "memoryMiB": 150,
    },
}
_PATIENCE_SECONDS: Final = 3600


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench web", description=__doc__)
    parser.add_argument("--records", type=int, default=10_000, help="contacts")
    parser.add_argument("--beside", type=int, default=1_000, help="documents, and as many tasks")
    given = parser.parse_args(argv)
    web_app.install_packages()
    web_app.build()
    with running_product(os.environ) as product, tempfile.TemporaryDirectory() as folder:
        owner = asyncio.run(furnished(product, given.records, given.beside))
        figures = _watched(product, Path(folder), {**owner, "records": given.records})
    size = {"records": given.records, "beside": given.beside}
    emit("web", {**size, **figures, **_judged(given.records, figures)})
    return 0


def _watched(product: Product, folder: Path, plan: Mapping[str, Any]) -> dict[str, Any]:
    chromium = find_chromium()
    told, found = folder / "plan.json", folder / "figures.json"
    told.write_text(json.dumps({**plan, "profile": str(folder / "profile")}))
    environ = {
        **os.environ,
        "COFFER_E2E_URL": product.url,
        "COFFER_E2E_DATA": str(product.data),
        "COFFER_BENCH_PLAN": str(told),
        "COFFER_BENCH_FIGURES": str(found),
        "CHROME_PATH": chromium.program,
        **{f"COFFER_BROWSER_{name}": value for name, value in chromium.environ.items()},
    }
    command = [str(SHIMS / "npx"), "playwright", "test", "--project=bench", "--reporter=list"]
    # What it says is for who looks on; the figures come in a file.
    ended = subprocess.run(  # noqa: S603 - ours
        command, cwd=WEB, env=environ, stdout=sys.stderr, timeout=_PATIENCE_SECONDS, check=False
    )
    if ended.returncode != 0:
        raise SystemExit("The browser did not come to the end.")
    return json.loads(found.read_bytes())


def _judged(records: int, figures: Mapping[str, Any]) -> dict[str, Any]:
    """Which goals and floors of the nearest size are reached."""
    goals = _GOALS[min(_GOALS, key=lambda count: abs(count - records))]
    return {
        "goals": goals,
        "missed": sorted(name for name, goal in goals.items() if figures[name] > goal),
        "belowFloor": sorted(name for name, goal in goals.items() if figures[name] > 2 * goal),
    }
