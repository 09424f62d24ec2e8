"""The statuses of an account at a moment: those it was opened with, and what became of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, assert_never
from uuid import UUID

from msgspec.structs import replace

from domain.ids import AccountId, StatusId, built_in_status
from domain.kernel import Value
from domain.records import Attribute
from domain.sealed import Sealed
from domain.work.entries.places import in_order
from domain.work.entries.state import Entry, evolved, roles
from domain.work.ranks import evenly
from domain.work.statuses.facts import (
    BuiltIn,
    Category,
    Outcome,
    StatusAdded,
    StatusBoardBegun,
    StatusDefaultEnded,
    StatusEvent,
    StatusFact,
    StatusMadeDefault,
    StatusMoved,
    StatusRemoved,
    StatusRevised,
    StatusShared,
)


class Status(Entry, frozen=True, kw_only=True):
    """`builtin` names one that every account has. `moved_to` is where the tasks of a removed one are."""

    id: StatusId
    sealed: Sealed | None = None
    category: Category
    outcome: Outcome | None = None
    default: bool = False
    builtin: BuiltIn | None = None
    moved_to: StatusId | None = None

    @property
    def attributes(self) -> Mapping[str, Attribute]:
        return {
            "category": self.category,
            "outcome": self.outcome,
            "default": self.default,
            "movedTo": self.moved_to,
        }


class StatusBoard(Value, frozen=True, kw_only=True):
    """All statuses by id, removed ones too."""

    version: int = 0
    statuses: Mapping[StatusId, Status]

    def status(self, status_id: UUID) -> Status | None:
        return self.statuses.get(StatusId(status_id))

    @property
    def standing(self) -> list[Status]:
        """Those that tasks can be in, in their order."""
        return in_order(status for status in self.statuses.values() if status.state == "active")

    def default_of(self, category: Category) -> Status:
        """The default status of a category: the marked one, else the first."""
        found = [status for status in self.standing if status.category == category]
        return next((status for status in found if status.default), found[0])

    def followed(self, status_id: UUID) -> Status | None:
        """The status that a task with this id is in: a removed one leads to another (`domain.md` 3)."""
        status = self.status(status_id)
        while status is not None and status.moved_to is not None:
            status = self.status(status.moved_to)
        return status


class _Shipped(NamedTuple):
    key: BuiltIn
    category: Category
    outcome: Outcome | None = None
    default: bool = False


_SHIPPED = (
    _Shipped("todo", "open", default=True),
    _Shipped("inProgress", "active"),
    _Shipped("waiting", "active"),
    _Shipped("done", "done", "completed", default=True),
    _Shipped("cancelled", "done", "cancelled"),
)


def built_in_statuses(account_id: AccountId) -> list[Status]:
    """What every account has from its opening, in order. Until people name them, clients translate them."""
    return [
        Status(
            id=built_in_status(account_id, shipped.key),
            rank=rank,
            category=shipped.category,
            outcome=shipped.outcome,
            default=shipped.default,
            builtin=shipped.key,
        )
        for shipped, rank in zip(_SHIPPED, evenly(len(_SHIPPED)), strict=True)
    ]


def board_of(account_id: AccountId, board: StatusBoard | None) -> StatusBoard:
    """The board, also where nothing has happened to it yet."""
    if board is not None:
        return board
    return StatusBoard(statuses={status.id: status for status in built_in_statuses(account_id)})


def evolve(board: StatusBoard | None, event: StatusEvent) -> StatusBoard | None:
    if isinstance(event, StatusBoardBegun):
        return replace(board_of(event.account_id, board), version=board.version + 1 if board else 1)
    if board is None:
        return None
    version = board.version + 1
    status = status_after(board.status(event.status_id), event, version)
    if status is None:
        return replace(board, version=version)
    return replace(board, version=version, statuses={**board.statuses, status.id: status})


def status_after(status: Status | None, event: StatusFact, version: int) -> Status | None:
    """The status that a fact is about, after it."""
    match event:
        case StatusAdded():
            return Status(
                id=event.status_id,
                version=version,
                rank=event.rank,
                sealed=event.sealed,
                audience=roles(event.audience),
                category=event.category,
                outcome=event.outcome,
            )
        case StatusRevised() | StatusShared() | StatusMoved():
            return status and evolved(status, event, version)
        case StatusMadeDefault():
            return status and replace(evolved(status, event, version), default=True)
        case StatusDefaultEnded():
            return status and replace(evolved(status, event, version), default=False)
        case StatusRemoved(moved_to=moved_to):
            return status and replace(evolved(status, event, version), moved_to=moved_to)
        case _:
            assert_never(event)
