"""What can be asked of a saved filter, and the facts that come of it."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import UNSET, UnsetType

from domain.ids import FilterId, UserId
from domain.kernel import Event, Value
from domain.records import Attested
from domain.sealed import Sealed, Signed
from domain.work.attributes import AttributesSigned
from domain.work.items import facts
from domain.work.items.facts import Audience, ShareItem

# The collections that are filtered.
Entity = Literal["contact", "document", "profile", "task", "vendor"]
Scope = Literal["private", "shared"]


class FilterAttributes(Value, frozen=True, kw_only=True):
    """What the author of a filter signs in the clear."""

    entity: Entity
    scope: Scope
    pinned: bool = False


class SaveFilter(Value, frozen=True, kw_only=True):
    id: FilterId
    sealed: Sealed
    audience: Audience
    entity: Entity
    scope: Scope
    pinned: bool = False


class ChangeFilter(Value, frozen=True, kw_only=True):
    """New content (`sealed`), or another pin under a statement of its own (`attested`)."""

    id: FilterId
    sealed: Sealed | None = None
    attested: Attested | None = None
    audience: Audience | None = None
    entity: Entity | UnsetType = UNSET
    scope: Scope | UnsetType = UNSET
    pinned: bool | UnsetType = UNSET


class RemoveFilter(Value, frozen=True):
    id: FilterId
    signed: Signed


FilterCommand = SaveFilter | ChangeFilter | ShareItem | RemoveFilter


class FilterSaved(facts.Created, frozen=True, kw_only=True, tag="saved_filter.saved"):
    """A filter was saved."""

    filter_id: FilterId
    entity: Entity
    scope: Scope
    pinned: bool
    author_id: UserId


class FilterRevised(facts.Revised, frozen=True, tag="saved_filter.revised"):
    """The content changed."""


class FilterAudienceChanged(facts.AudienceChanged, frozen=True, tag="saved_filter.audience_changed"):
    """The content changed, encrypted for another audience."""


class FilterShared(facts.Shared, frozen=True, tag="saved_filter.shared"):
    """More roles got access."""


class FilterScopeChanged(AttributesSigned, frozen=True, kw_only=True, tag="saved_filter.scope_changed"):
    """Shared from now on, or for its author only."""

    scope: Scope


class FilterPinned(AttributesSigned, frozen=True, tag="saved_filter.pinned"):
    """Pinned."""


class FilterUnpinned(AttributesSigned, frozen=True, tag="saved_filter.unpinned"):
    """Unpinned."""


class FilterRemoved(Event, frozen=True, tag="saved_filter.removed"):
    """Deleted for good: filters have no bin."""

    destroys_key: ClassVar[bool] = True

    signed: Signed


FilterEvent = (
    FilterSaved
    | FilterRevised
    | FilterAudienceChanged
    | FilterShared
    | FilterScopeChanged
    | FilterPinned
    | FilterUnpinned
    | FilterRemoved
)
