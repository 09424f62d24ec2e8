"""Numbers as they are reported: rates and percentiles, rounded to what they can bear."""

from __future__ import annotations

import json
import os
import platform
import statistics
import sys
from collections.abc import Sequence
from typing import Any


def percentiles(seconds: Sequence[float]) -> dict[str, float]:
    """Median and 99th percentile in milliseconds."""
    ordered = sorted(seconds)
    if not ordered:
        return {}
    return {
        "p50Ms": round(ordered[len(ordered) // 2] * 1e3, 2),
        "p99Ms": round(ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))] * 1e3, 2),
    }


def spread(values: Sequence[float]) -> dict[str, int]:
    """Of the turns of one measurement."""
    ordered = sorted(values)
    return {
        "min": round(ordered[0]),
        "median": round(statistics.median(ordered)),
        "max": round(ordered[-1]),
    }


def emit(name: str, results: dict[str, Any]) -> None:
    """Print one JSON document with what a reader needs to judge it."""
    machine = {
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "load1": round(os.getloadavg()[0], 2),
    }
    json.dump({"bench": name, "machine": machine, **results}, sys.stdout, indent=2)
    sys.stdout.write("\n")
