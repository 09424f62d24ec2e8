"""What can be asked of the statuses of an account, and the facts that come of it."""

from __future__ import annotations

from typing import Literal

from domain.ids import AccountId, StatusId
from domain.kernel import Event, Value
from domain.records import Attested
from domain.sealed import Sealed
from domain.work.attributes import AttributesSigned
from domain.work.entries import facts
from domain.work.items.facts import Audience

Category = Literal["open", "active", "done"]
Outcome = Literal["completed", "cancelled"]
BuiltIn = Literal["todo", "inProgress", "waiting", "done", "cancelled"]


class AddStatus(facts.AddEntry, frozen=True, kw_only=True):
    category: Category
    outcome: Outcome | None = None
    default: bool = False


class ChangeStatus(facts.ChangeEntry, frozen=True, kw_only=True):
    """`default` is signed, so it comes with a content or with attributes."""

    default: bool | None = None


class ShareStatus(facts.ShareEntry, frozen=True): ...


class RemoveStatus(Value, frozen=True, kw_only=True):
    """Its tasks follow it to `move_to`, which is signed. One that has no content yet gets its first."""

    id: StatusId
    move_to: StatusId | None = None
    attested: Attested | None = None
    sealed: Sealed | None = None
    audience: Audience | None = None


StatusCommand = AddStatus | ChangeStatus | ShareStatus | RemoveStatus


class StatusBoardBegun(Event, frozen=True, kw_only=True, tag="status_board.begun"):
    """The statuses that every account has are changed for the first time. `defaults` is their version."""

    account_id: AccountId
    defaults: int = 1


class StatusAdded(facts.Added, frozen=True, kw_only=True, tag="status.added"):
    """A status begins. As a default it takes the place of the former one of its category."""

    status_id: StatusId
    category: Category
    outcome: Outcome | None = None
    default: bool = False


class StatusRevised(facts.Revised, frozen=True, kw_only=True, tag="status.revised"):
    """It has a new content."""

    status_id: StatusId


class StatusShared(facts.Shared, frozen=True, kw_only=True, tag="status.shared"):
    """Further roles open it."""

    status_id: StatusId


class StatusMoved(facts.Moved, frozen=True, kw_only=True, tag="status.moved"):
    """It stands elsewhere on the board."""

    status_id: StatusId


class StatusMadeDefault(AttributesSigned, frozen=True, kw_only=True, tag="status.made_default"):
    """Tasks of its category begin or end in it from now on, and in the former default no more."""

    status_id: StatusId


class StatusRemoved(facts.Removed, frozen=True, kw_only=True, tag="status.removed"):
    """It is gone, and its tasks are in another one. So is the default, if it was that."""

    status_id: StatusId
    moved_to: StatusId


StatusFact = StatusAdded | StatusRevised | StatusShared | StatusMoved | StatusMadeDefault | StatusRemoved
StatusEvent = StatusBoardBegun | StatusFact
