"""When a filter may be saved, changed, shared and removed, and by whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from msgspec import UNSET

from domain.errors import InvalidArgument, NotAllowed, NotFound, NotSignedIn, Refused
from domain.ids import built_in_role, personal_role
from domain.kernel import Actor, Moment
from domain.records import Attested
from domain.sealed import Sealed
from domain.work.items.facts import ShareItem
from domain.work.items.kinds import ContentFacts
from domain.work.items.rules import (
    agreed,
    already_begun,
    check_begins,
    check_one_statement,
    new_content,
    opened,
    share,
)
from domain.work.saved_filters.facts import (
    ChangeFilter,
    FilterAudienceChanged,
    FilterCommand,
    FilterEvent,
    FilterPinned,
    FilterRemoved,
    FilterRevised,
    FilterSaved,
    FilterScopeChanged,
    FilterShared,
    FilterUnpinned,
    RemoveFilter,
    SaveFilter,
)
from domain.work.saved_filters.state import SavedFilter, evolve

_RESOURCE = "savedFilter"
CONTENT = ContentFacts(FilterRevised, FilterAudienceChanged, FilterShared)


def decide(command: FilterCommand, kept: SavedFilter | None, moment: Moment) -> list[FilterEvent]:
    if isinstance(command, SaveFilter):
        return _save(command, kept, moment)
    kept = opened(kept, moment)
    if kept.state == "purged":
        if isinstance(command, RemoveFilter):
            return []
        raise NotFound("There is no such item.")
    match command:
        case ChangeFilter():
            return _change(command, kept, moment)
        case ShareItem():
            return _share(command, kept, moment)
        case RemoveFilter(signed=signed):
            check_may_change(kept, moment.actor)
            return [FilterRemoved(signed)]
        case _:
            assert_never(command)


def check_may_change(kept: SavedFilter, actor: Actor) -> None:
    """Its author may, and who manages the filters of others."""
    if actor.user_id != kept.author_id and f"{_RESOURCE}.manage" not in actor.may:
        raise NotAllowed(
            f"You are not allowed to access resource: {_RESOURCE}",
            reason="not_allowed",
            permission=f"{_RESOURCE}.manage",
        )


def _save(command: SaveFilter, kept: SavedFilter | None, moment: Moment) -> list[FilterEvent]:
    if already_begun(command.sealed, kept):
        return []
    author = moment.actor.user_id
    if author is None:
        raise NotSignedIn()
    check_begins(command.id, command.sealed, command.audience, moment)
    saved = FilterSaved(
        filter_id=command.id,
        sealed=command.sealed,
        audience=command.audience,
        entity=command.entity,
        scope=command.scope,
        pinned=command.pinned,
        author_id=author,
    )
    return _agreed(None, [saved], command.sealed, None, moment)


def _change(command: ChangeFilter, kept: SavedFilter, moment: Moment) -> list[FilterEvent]:
    check_may_change(kept, moment.actor)
    if command.entity not in (UNSET, kept.entity):
        raise InvalidArgument("A filter stays with the collection it was made for.", reason="entity")
    check_one_statement(command.sealed, command.attested)
    events: list[FilterEvent] = []
    if command.sealed is not None:
        events.append(new_content(CONTENT, kept, command.sealed, command.audience, moment))
    if command.scope is not UNSET and command.scope != kept.scope:
        events.append(FilterScopeChanged(scope=command.scope))
    if command.pinned is not UNSET and command.pinned != kept.pinned:
        events.append(FilterPinned() if command.pinned else FilterUnpinned())
    return _agreed(kept, events, command.sealed, command.attested, moment)


def _share(command: ShareItem, kept: SavedFilter, moment: Moment) -> list[FilterEvent]:
    """Whoever reads it may add what one of its roles is owed; only who may change it lets others in."""
    if set(command.audience) - set(kept.audience):
        check_may_change(kept, moment.actor)
    events: list[FilterEvent] = [*share(CONTENT, command, kept, moment)]
    _check_scope(_after(kept, events), moment)
    return events


def _agreed(
    kept: SavedFilter | None,
    events: list[FilterEvent],
    sealed: Sealed | None,
    attested: Attested | None,
    moment: Moment,
) -> list[FilterEvent]:
    _check_scope(_after(kept, events), moment)
    return agreed(evolve, kept, events, sealed, attested)


def _after(kept: SavedFilter | None, events: Sequence[FilterEvent]) -> SavedFilter | None:
    for event in events:
        kept = evolve(kept, event)
    return kept


def _check_scope(kept: SavedFilter | None, moment: Moment) -> None:
    """A private filter is for its author alone, a shared one for owners too."""
    account_id = moment.actor.account_id
    if kept is None or account_id is None:
        return
    if kept.scope == "private":
        fits = kept.audience == (personal_role(account_id, kept.author_id),)
    else:
        fits = built_in_role(account_id, "owner") in kept.audience
    if not fits:
        raise Refused(f"This is not the audience of a {kept.scope} filter.", reason="audience")
