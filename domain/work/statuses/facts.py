"""What can be asked of the statuses of an account, and the facts that come of it."""

from __future__ import annotations

from typing import Literal

from domain.ids import AccountId, StatusId
from domain.kernel import Event, Value
from domain.records import Attested
from domain.sealed import Sealed, Signed
from domain.work.attributes import AttributesSigned
from domain.work.entries import facts
from domain.work.items.facts import Audience

Category = Literal["open", "active", "done"]
Outcome = Literal["completed", "cancelled"]
BuiltIn = Literal["todo", "inProgress", "waiting", "done", "cancelled"]


class StatusAttributes(Value, frozen=True, kw_only=True):
    """What is signed in the clear about a status. `moved_to` is the one that a removed one's tasks are in."""

    category: Category
    outcome: Outcome | None = None
    default: bool = False
    moved_to: StatusId | None = None


class AddStatus(facts.AddEntry, frozen=True, kw_only=True):
    category: Category
    outcome: Outcome | None = None
    default: bool = False


class FormerDefault(facts.ChangeEntry, frozen=True, kw_only=True):
    """What is signed of the default that another status takes the place of: that it is none any more."""

    default: bool | None = None


class ChangeStatus(facts.ChangeEntry, frozen=True, kw_only=True):
    """`default` is signed, so it comes with a content or with attributes.

    Whoever makes another status the default signs in `also` that the former one is it no more.
    """

    default: bool | None = None
    also: FormerDefault | None = None


class ShareStatus(facts.ShareEntry, frozen=True): ...


class RemoveStatus(Value, frozen=True, kw_only=True):
    """Its tasks follow it to `move_to`, which is signed (`attested`) before its end (`signed`).

    One that has no content yet gets its first before both.
    """

    id: StatusId
    signed: Signed
    move_to: StatusId | None = None
    attested: Attested | None = None
    sealed: Sealed | None = None
    audience: Audience | None = None


StatusCommand = AddStatus | ChangeStatus | ShareStatus | RemoveStatus


class StatusBoardBegun(Event, frozen=True, kw_only=True, tag="status_board.begun"):
    """The built-in statuses were changed for the first time. `defaults` is their version."""

    account_id: AccountId
    defaults: int = 1


class StatusAdded(facts.Added, frozen=True, kw_only=True, tag="status.added"):
    """A status was added."""

    status_id: StatusId
    category: Category
    outcome: Outcome | None = None


class StatusRevised(facts.Revised, frozen=True, kw_only=True, tag="status.revised"):
    """The content changed."""

    status_id: StatusId


class StatusShared(facts.Shared, frozen=True, kw_only=True, tag="status.shared"):
    """More roles got access."""

    status_id: StatusId


class StatusMoved(facts.Moved, frozen=True, kw_only=True, tag="status.moved"):
    """Moved on the board."""

    status_id: StatusId


class StatusMadeDefault(AttributesSigned, frozen=True, kw_only=True, tag="status.made_default"):
    """It is the default status of its category, in place of the previous default."""

    status_id: StatusId


class StatusDefaultEnded(AttributesSigned, frozen=True, kw_only=True, tag="status.default_ended"):
    """Another status is the default of its category now."""

    status_id: StatusId


class StatusRemoved(facts.Removed, frozen=True, kw_only=True, tag="status.removed"):
    """Deleted. Its tasks moved to another status of its category."""

    status_id: StatusId
    moved_to: StatusId


StatusFact = (
    StatusAdded
    | StatusRevised
    | StatusShared
    | StatusMoved
    | StatusMadeDefault
    | StatusDefaultEnded
    | StatusRemoved
)
StatusEvent = StatusBoardBegun | StatusFact
