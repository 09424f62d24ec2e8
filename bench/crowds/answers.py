"""What an answer is to one of a crowd: let in, told when to come again, or left alone with a refusal."""

from __future__ import annotations


def answered(status: int, headers: dict[str, str]) -> str:
    """A refusal for the moment says how long the moment is."""
    if status not in (429, 503):
        return str(status)
    return f"{status} later" if headers.get("retry-after") else f"{status} without Retry-After"


def is_well(word: str) -> bool:
    """Whether somebody may be left with this answer."""
    return word in ("200", "201", "429 later", "503 later")
