"""What the server sees of its users, from each place where it sees something.

Every signed attribute, every field of a statement, every member of an event, every column and every `word` of
an answer stands under one line that people can read. `tests/contracts/test_what_the_server_sees.py` compares
the tables with the code: nothing new is in the clear without being said, and nothing is said that is gone.
"""

from __future__ import annotations

from projections.seen.attributes import ATTRIBUTES
from projections.seen.columns import COLUMNS
from projections.seen.events import EVENTS
from projections.seen.lines import LINES, NEVER, UNSAID, Places
from projections.seen.statements import STATEMENTS
from projections.seen.stored import STORED
from projections.seen.words import WORDS

__all__ = [
    "ATTRIBUTES",
    "COLUMNS",
    "EVENTS",
    "LINES",
    "NEVER",
    "STATEMENTS",
    "STORED",
    "UNSAID",
    "WORDS",
    "Places",
]
