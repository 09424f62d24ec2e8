"""`application/vnd.coffer.rows`: lists of sealed items in frames of bytes (`docs/decisions/0050`).

A frame is `u32be length ‖ fields`, a field `u32be length ‖ bytes`. The first frame is the header, in JSON;
an empty frame ends the answer, so one that was cut off is not taken for a shorter list.
"""

from __future__ import annotations

from typing import Final, Literal

MEDIA_TYPE: Final = "application/vnd.coffer.rows"
MOST_ROWS: Final = 2000
END: Final = bytes(4)

Parts = Literal["open", "proof", "ids", "all"]
"""`open` opens a row, `proof` proves it, `all` does both; `ids` only say what there is."""

PROVING: Final[frozenset[Parts]] = frozenset({"proof", "all"})

# An id that the header does not list follows its place: it came in while the answer was being written.
ELSEWHERE: Final = b"\xff\xff"


def field(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


def frame(*fields: bytes) -> bytes:
    """A frame of these fields, each a `bytes` as it is."""
    content = b"".join(map(field, fields))
    return field(content)
