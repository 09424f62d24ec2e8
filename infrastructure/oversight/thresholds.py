"""The thresholds of the detectors, from `detectors.toml`. A wrong line stops the start and names itself."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from domain.oversight.suspicion.thresholds import Thresholds

DETECTORS = Path(__file__).resolve().parents[2] / "detectors.toml"


class ThresholdsWrong(Exception):
    """The file says something that detectors cannot go by."""


def load_thresholds(path: Path = DETECTORS) -> Thresholds:
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Thresholds)
    except (OSError, ValueError) as error:
        raise ThresholdsWrong(f"{path.name}: {error}") from None
