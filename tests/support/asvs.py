"""The requirements of OWASP ASVS 5.0 in the chapters about signing in, of levels 1 and 2: id and level."""

from __future__ import annotations

from collections.abc import Mapping

# Section by section: which of its requirements are of level 1, and which of level 2.
_SECTIONS: Mapping[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "6.1": ((1,), (2, 3)),
    "6.2": ((1, 2, 3, 4, 5, 6, 7, 8), (9, 10, 11, 12)),
    "6.3": ((1, 2), (3, 4)),
    "6.4": ((1, 2), (3, 4)),
    "6.5": ((), (1, 2, 3, 4, 5)),
    "6.6": ((), (1, 2, 3)),
    # 6.7, certificates of authenticators, begins at level 3.
    "6.8": ((), (1, 2, 3, 4)),
    "7.1": ((), (1, 2, 3)),
    "7.2": ((1, 2, 3, 4), ()),
    "7.3": ((), (1, 2)),
    "7.4": ((1, 2), (3, 4, 5)),
    "7.5": ((), (1, 2)),
    "7.6": ((), (1, 2)),
    "9.1": ((1, 2, 3), ()),
    "9.2": ((1,), (2, 3, 4)),
}

LEVELS: Mapping[str, int] = {
    f"{section}.{number}": level
    for section, numbers in _SECTIONS.items()
    for level, of_level in enumerate(numbers, 1)
    for number in of_level
}
