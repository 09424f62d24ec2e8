"""From nothing to the first own sealed document: what a new person waits for.

It clones this checkout into an empty folder, starts `./run` there with empty caches of packages, and lets a
browser go the way of the guided beginning: sign-up, account, keys, recovery key, first document. The figures
are the machine's share; a person reads and types besides.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.figures import emit
from bench.installed import Running, empty_folder, running
from infrastructure.local.node import SHIMS
from infrastructure.local.places import CHECKOUT, WEB
from infrastructure.local.setup import web_app
from infrastructure.local.setup.chromium import find_chromium

# The journey that the browser makes, and the line in which it says how long each part took.
_JOURNEY = "somebody new is led to a first document"
_TOLD = re.compile(r"From sign-up to the first document: ([\d.]+) s \((.*)\)")
_PART = re.compile(r"([\w-]+) ([\d.]+) s")
_FLOOR_SECONDS = 180.0


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench first_document", description=__doc__)
    parser.add_argument(
        "--warm", action="store_true", help="with the caches of packages that this machine has"
    )
    given = parser.parse_args(argv)
    web_app.install_packages()
    with empty_folder() as folder:
        clone = folder / "coffer"
        subprocess.run(["git", "clone", "--quiet", str(CHECKOUT), str(clone)], check=True)  # noqa: S603, S607 - ours
        with running(clone, clone / "data", {} if given.warm else _empty_caches(folder)) as stack:
            journey = _go(stack, clone / "data")
    total = stack.start_seconds + journey["seconds"]
    report: dict[str, Any] = {
        "caches": "of this machine" if given.warm else "empty",
        "untilReadySeconds": round(stack.start_seconds, 1),
        "journeySeconds": journey["seconds"],
        "journey": journey["parts"],
        "seconds": round(total, 1),
        "floorSeconds": _FLOOR_SECONDS,
    }
    emit("first_document", report)
    return 0 if total <= _FLOOR_SECONDS else 1


def _empty_caches(folder: Path) -> dict[str, str]:
    return {
        "PIP_CACHE_DIR": str(folder / "pip"),
        "npm_config_cache": str(folder / "npm"),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }


def _go(stack: Running, data: Path) -> dict[str, Any]:
    chromium = find_chromium()
    environ = {
        **os.environ,
        "COFFER_E2E_URL": stack.url,
        "COFFER_E2E_DATA": str(data),
        "CHROME_PATH": chromium.program,
        **{f"COFFER_BROWSER_{name}": value for name, value in chromium.environ.items()},
    }
    command = [str(SHIMS / "npx"), "playwright", "test", "--project=journeys", "--retries=0", "-g", _JOURNEY]
    told = subprocess.run(command, cwd=WEB, env=environ, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    line = _TOLD.search(told.stdout)
    if line is None:
        raise SystemExit(f"Nobody came to a first document:\n{told.stdout[-3000:]}{told.stderr[-1000:]}")
    parts = {name: float(seconds) for name, seconds in _PART.findall(line[2])}
    return {"seconds": float(line[1]), "parts": parts}
