"""What each account is furnished with: kind after kind, the same every time on the same day."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple
from uuid import UUID, uuid5

from client.demo import directory, papers, tree, work
from client.demo.cast import ASSIGNABLE, HAWTHORNE, KESTREL
from client.demo.dice import Dice
from client.demo.drafts import Draft, Ids

HAWTHORNE_SHELF: Final = papers.Shelf(
    6, 9, 14, 55, lasting=11, drafts=12, archived=8, binned=5, with_versions=22
)
KESTREL_SHELF: Final = papers.Shelf(1, 1, 1, 5, lasting=1, drafts=1, archived=1, binned=1, with_versions=2)
HAWTHORNE_DESK: Final = work.Desk(
    60, 35, 95, 10, repeating=24, overdue=15, with_checklist=40, comments=70, assigned=12
)
KESTREL_DESK: Final = work.Desk(6, 4, 9, 1, repeating=2, overdue=2, with_checklist=4, comments=7, assigned=1)


class Setting(NamedTuple):
    """What contents depend on: the items that were written before, and the day."""

    account: UUID
    ids: Ids
    types: Mapping[str, UUID]
    """Of profiles, by their key."""
    rng: Dice
    today: date

    def status(self, key: str) -> UUID:
        """A built-in one by the client's own table, or the one that the account has made."""
        own = self.ids.get("status:Waiting on bank")
        if key == "bank" and own is not None:
            return own
        word = "waiting" if key == "bank" else key
        return uuid5(self.account, f"status:{word}")


Stage = Callable[[Setting], Sequence[Draft]]


def _office_documents(at: Setting) -> list[Draft]:
    return papers.documents(HAWTHORNE_SHELF, tree.PEOPLE, at.ids, at.rng, at.today)


def _office_tasks(at: Setting) -> list[Draft]:
    zone = HAWTHORNE.zone
    return work.tasks(HAWTHORNE_DESK, tree.PEOPLE, ASSIGNABLE, at.status, at.ids, at.rng, at.today, zone)


def _firm_documents(at: Setting) -> list[Draft]:
    people = tree.PEOPLE_OF_FIRM
    return papers.documents(KESTREL_SHELF, people, at.ids, at.rng, at.today, authors=("priya",))


def _firm_tasks(at: Setting) -> list[Draft]:
    people, zone = tree.PEOPLE_OF_FIRM, KESTREL.zone
    return work.tasks(KESTREL_DESK, people, ("priya",), at.status, at.ids, at.rng, at.today, zone)


STAGES: Final[Mapping[str, Sequence[Stage]]] = {
    HAWTHORNE.key: (
        lambda at: tree.statuses(),
        lambda at: tree.groups(at.types.__getitem__),
        lambda at: tree.sub_groups(at.ids),
        lambda at: tree.top_topics(),
        lambda at: tree.sub_topics(at.ids),
        lambda at: tree.profiles(at.types.__getitem__, at.ids, at.rng, at.today),
        lambda at: directory.contacts(at.rng),
        lambda at: directory.vendors(at.ids, at.rng, at.today),
        _office_documents,
        _office_tasks,
        lambda at: work.filters(),
    ),
    KESTREL.key: (
        lambda at: tree.groups_of_firm(at.types.__getitem__),
        lambda at: tree.topics_of_firm(),
        lambda at: tree.profiles_of_firm(at.types.__getitem__, at.ids),
        lambda at: directory.contacts_of_firm(at.rng),
        lambda at: directory.vendors_of_firm(at.rng, at.today),
        _firm_documents,
        _firm_tasks,
        lambda at: work.filters_of_firm(),
    ),
}
