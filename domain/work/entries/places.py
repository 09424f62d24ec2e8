"""Where an entry stands among others: its rank, and those of the others where there is no room."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeVar
from uuid import UUID

from domain.errors import Refused
from domain.work.entries.facts import Place
from domain.work.entries.state import Entry
from domain.work.ranks import LONGEST, NoRoom, Rank, between, evenly


class Ranked(Protocol):
    """Whatever stands in an order."""

    @property
    def id(self) -> UUID: ...

    @property
    def rank(self) -> Rank: ...


R = TypeVar("R", bound=Ranked)


def in_order(entries: Iterable[R]) -> list[R]:
    """By rank; ties are broken by id."""
    return sorted(entries, key=lambda entry: (entry.rank, entry.id))


def ranks_at(place: Place, entry_id: UUID, others: Iterable[Ranked]) -> Mapping[UUID, Rank]:
    """The ranks to set, that of this entry among them, so that it stands there among the others.

    One rank as a rule. Where two others leave no room, or ranks have grown too long, all are set again.
    Raises `Refused` (`place`) when it is to stand beside something that is not there.
    """
    if place.rank is not None:
        return {entry_id: place.rank}
    ordered = [entry for entry in in_order(others) if entry.id != entry_id]
    index = _index(place, ordered)
    below = ordered[index - 1].rank if index else None
    above = ordered[index].rank if index < len(ordered) else None
    try:
        rank = between(below, above)
    except NoRoom:
        rank = ""
    if 0 < len(rank) <= LONGEST:
        return {entry_id: rank}
    ids = [entry.id for entry in ordered]
    ids.insert(index, entry_id)
    return dict(zip(ids, evenly(len(ids)), strict=True))


def stands_at(place: Place, entry: Entry, others: Iterable[Entry]) -> bool:
    """Whether it is there already."""
    if place.rank is not None:
        return entry.rank == place.rank
    ordered = in_order({one.id: one for one in (*others, entry)}.values())
    ids = [one.id for one in ordered]
    index = ids.index(entry.id)
    if place.after_id is not None:
        return index > 0 and ids[index - 1] == place.after_id
    if place.before_id is not None:
        return index + 1 < len(ids) and ids[index + 1] == place.before_id
    return True


def _index(place: Place, ordered: Sequence[Ranked]) -> int:
    ids = [entry.id for entry in ordered]
    beside = place.after_id or place.before_id
    if beside is None:
        return len(ids)
    if beside not in ids:
        raise Refused("The neighbour named in the position does not exist.", reason="place", id=str(beside))
    return ids.index(beside) + (place.after_id is not None)
