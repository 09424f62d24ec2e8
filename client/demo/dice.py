"""Where the demo throws dice: the same every time. Keys, ids and passwords do not come from here."""

from __future__ import annotations

import random

from client.demo.cast import SEED

Dice = random.Random


def dice_for(name: str) -> Dice:
    """Of their own for each thing, so that none depends on the order of the others."""
    return Dice(f"{SEED} {name}")
