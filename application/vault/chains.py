"""The permission for the chain of an object: that of reading objects of its kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from domain.kernel import Actor

READING: Final[Mapping[str, str]] = {
    "contact": "contact.read",
    "vendor": "vendor.read",
    "document": "document.read",
    "file": "document.read",
    "task": "task.read",
    "comment": "task.read",
    "profile": "profile.read",
    "profile-group": "profile.read",
    "profile-sub-group": "profile.read",
    "topic": "topic.read",
    "status": "status.read",
    "saved-filter": "savedFilter.read",
}
VIEW: Final = "view"


def may_ask(actor: Actor, kind: str) -> bool:
    """Signs of life are for every member; of a kind that there is not there is nothing."""
    return kind == VIEW or READING.get(kind) in actor.may
