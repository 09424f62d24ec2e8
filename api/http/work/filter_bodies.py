"""The bodies that are about saved filters, and the shapes of what is answered."""

from __future__ import annotations

from uuid import UUID

from api.http.answers import PageInfo, Sync
from api.http.work.row_form import RowKind
from application.processes.filter_bodies import AlterFilter
from application.processes.sealed_bodies import SignedChange
from domain.errors import InvalidArgument
from domain.ids import FilterId
from domain.kernel import Value
from domain.work.answers import Item
from domain.work.saved_filters.facts import FilterAttributes
from domain.work.words import Word

FILTER_ROWS = RowKind("saved-filter", FilterAttributes, Word)


class FilterChange(SignedChange, frozen=True, kw_only=True):
    """One change of the filter that the path names; `id` may say the same."""

    id: UUID | None = None

    def of(self, filter_id: UUID) -> AlterFilter:
        if self.id not in (None, filter_id):
            raise InvalidArgument("The path names another filter.", reason="form")
        given = {name: getattr(self, name) for name in AlterFilter.__struct_fields__ if name != "id"}
        return AlterFilter(id=FilterId(filter_id), **given)


class FilterPage(Value, frozen=True):
    """A page of filters."""

    data: tuple[Item, ...]
    page: PageInfo
    sync: Sync
