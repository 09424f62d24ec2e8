"""What the supervisor has said about its parts, and whether all of them stand."""

from __future__ import annotations

import re

_DOWN = re.compile(
    r"^(?P<part>\w[\w ]*?) (?:ended|was|did not|could not) .*Starting it again\.$", re.MULTILINE
)
_BACK = re.compile(r"^(?P<part>\w[\w ]*?) is back after [\d.]+ s\.$", re.MULTILINE)
_GIVEN_UP = re.compile(
    r"^(?P<part>\w[\w ]*?) (?:ended|was|did not|could not) .* is not started again\.", re.MULTILINE
)


def parts_down(said: str) -> set[str]:
    """Each part is what was said of it last: it may fail to start several times before it is back once."""
    last: dict[str, tuple[int, bool]] = {}
    for pattern, stands in ((_DOWN, False), (_GIVEN_UP, False), (_BACK, True)):
        for found in pattern.finditer(said):
            known = last.get(found["part"])
            if known is None or known[0] < found.start():
                last[found["part"]] = found.start(), stands
    return {part for part, (_, stands) in last.items() if not stands}
