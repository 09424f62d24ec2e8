"""Saved filters for lists: the reader's own, and shared ones of others."""

from __future__ import annotations

from domain.work.saved_filters import SAVED_FILTER
from domain.work.saved_filters.facts import Entity
from domain.work.saved_filters.item import ShownFilter, shown
from domain.work.saved_filters.state import evolve
from projections.kernel import Projection
from projections.work.item_lists import CONDITIONS, SORTS, ItemFilter, ItemList
from projections.work.item_tables import filled, item_table


class FilterFilter(ItemFilter, frozen=True, kw_only=True):
    """Which saved filters; members that are left out do not narrow."""

    entity: Entity | None = None


SAVED_FILTERS = item_table("saved_filters", {"entity": "text not null", "scope": "text not null"})
SAVED_FILTERS_READ = Projection(
    "saved_filters",
    5,
    (SAVED_FILTERS,),
    filled(SAVED_FILTERS, ShownFilter, evolve, shown, "entity", "scope"),
    SAVED_FILTER.events,
)
SAVED_FILTER_LIST = ItemList("saved_filters", {**CONDITIONS, "entity": "entity = %(entity)s"}, SORTS)
