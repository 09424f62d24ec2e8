"""A text of a member for many: what stands in double braces is another one for each."""

from __future__ import annotations

import re
from collections.abc import Mapping

from domain.messaging.user_templates import is_line, is_text

MAX_SUBJECT, MAX_OWN_TEXT, MAX_HTML = 200, 20_000, 100_000
_PLACE = re.compile(r"\{\{\s*([A-Za-z][A-Za-z0-9_]{0,39})\s*\}\}")


def places_in(*texts: str) -> frozenset[str]:
    """The names of what is filled in."""
    return frozenset(name for text in texts for name in _PLACE.findall(text))


def filled(text: str, params: Mapping[str, str]) -> str:
    """The text for one of them. What is filled in is never filled in again."""
    return _PLACE.sub(lambda found: params[found[1]], text)


def is_sayable(subject: str, text: str) -> bool:
    """Whether it can be sent: a subject on one line, and nothing that a reader cannot see."""
    fits = 0 < len(subject.strip()) <= MAX_SUBJECT and 0 < len(text.strip()) <= MAX_OWN_TEXT
    return fits and is_line(subject) and is_text(text)
