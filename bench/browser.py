"""The bench page in a real Chromium: built as the app is, served by the bench's server, weighed from outside.

Chromium is started plainly. A debugger at its other end would copy every byte that the page sends, and be
measured too.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

from bench.memory import family, proportional_kib
from infrastructure.local.places import CHECKOUT, TOOLS, WEB
from infrastructure.local.setup.chromium import find_chromium

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
_GLANCE_SECONDS = 0.1


def build_page(folder: Path) -> None:
    """The page of `web/bench`, with the crypto worker as a file of its own."""
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    node = TOOLS / "node" / "bin" / "node"
    if not vite.exists() or not node.exists():
        raise SystemExit("The web app is not set up here yet. Start ./run once, then measure.")
    command = [str(node), str(vite), "build", "--config", "bench/vite.config.ts"]
    command += ["--outDir", str(folder), "--logLevel", "error"]
    told = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False)  # noqa: S603 - our own build
    if told.returncode != 0:
        raise SystemExit(f"The page of the bench could not be built:\n{told.stderr[-2000:]}")


def measure(
    url: str, figures: Path, plan: dict[str, Any], patience: float, *, weigh: bool = False
) -> dict[str, Any]:
    """What the page reports about a plan, and, when it is weighed, the peak memory of the browser.

    Weighing takes processor time of its own: not in a run whose speed is looked at.
    """
    figures.unlink(missing_ok=True)
    chromium = find_chromium()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        address = f"{url}/page/index.html?plan={quote(json.dumps(plan))}"
        process = subprocess.Popen(  # noqa: S603 - the browser that was found
            [chromium.program, *_FLAGS, f"--user-data-dir={profile}", address],
            env={**os.environ, **chromium.environ},
            cwd=CHECKOUT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            peak = _watch(process, figures, patience, weigh)
        finally:
            _end(process)
    report = json.loads(figures.read_bytes())
    if "failed" in report:
        raise SystemExit(f"The page of the bench failed: {report['failed']}")
    return {**report, "browserPeakMiB": peak}


def _watch(process: subprocess.Popen[bytes], figures: Path, patience: float, weigh: bool) -> float | None:
    """Waits for the figures; the browser's peak is that of all its processes together."""
    peak = 0
    until = time.monotonic() + patience
    while not figures.exists():
        if process.poll() is not None:
            raise SystemExit("Chromium ended before it had measured.")
        if time.monotonic() > until:
            raise SystemExit(f"The page of the bench gave no figures within {patience:.0f} s.")
        if weigh:
            peak = max(peak, sum(map(_held_by, family(process.pid))))
        time.sleep(_GLANCE_SECONDS)
    return round(peak / 1024, 1) if peak else None


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _held_by(process: int) -> int:
    """Memory of a process in KiB, shared pages by their share; nothing of one that has just ended."""
    try:
        return proportional_kib(process)
    except OSError:
        return 0
