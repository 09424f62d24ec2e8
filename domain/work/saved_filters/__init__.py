"""Saved filters: queries over a collection, private or shared."""

from __future__ import annotations

from typing import get_args

from domain.kernel import Decider
from domain.work.saved_filters.facts import FilterCommand, FilterEvent
from domain.work.saved_filters.rules import decide
from domain.work.saved_filters.state import SavedFilter, evolve

SAVED_FILTER: Decider[FilterCommand, SavedFilter, FilterEvent] = Decider(
    "saved_filter", get_args(FilterEvent), decide, evolve
)
