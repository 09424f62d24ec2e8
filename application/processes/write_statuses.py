"""Writing statuses: what clients send, and who may do what."""

from __future__ import annotations

from uuid import UUID

from application.commands import Route
from application.processes.entry_bodies import AlterEntry, EndEntry, NewEntry
from application.processes.entry_desk import EntryDesk
from application.processes.sealed_items import Found
from application.processes.statements import Statements
from application.vault.content import audience_of
from application.vault.ports import Checks
from domain.ids import AccountId, StatusId
from domain.sealed import Signed
from domain.work.statuses import STATUS_BOARD
from domain.work.statuses.facts import (
    AddStatus,
    ChangeStatus,
    RemoveStatus,
    ShareStatus,
    StatusAttributes,
)
from domain.work.statuses.item import ShownStatus, shown
from domain.work.statuses.state import Status, StatusBoard, board_of


class NewStatus(NewEntry, frozen=True, kw_only=True):
    """A status. As a default it takes the place of the former one of its category."""

    def as_addition(self) -> AddStatus:
        signed = self.attributes(StatusAttributes)
        return AddStatus(
            **self.common, category=signed.category, outcome=signed.outcome, default=signed.default
        )


class AlterStatus(AlterEntry, frozen=True, kw_only=True):
    def as_change(self) -> ChangeStatus:
        signed = self.attributes(StatusAttributes)
        return ChangeStatus(**self.common, default=None if signed is None else signed.default)

    def as_share(self, signed: Signed) -> ShareStatus:
        return ShareStatus(self.id, self.wraps or (), signed, audience_of(signed))


class EndStatus(EndEntry, frozen=True, kw_only=True):
    """The statement names where its tasks go: attributes, or the first content of one that had none."""

    def as_removal(self) -> RemoveStatus:
        signed = self.attributes(StatusAttributes)
        return RemoveStatus(
            id=StatusId(self.id),
            move_to=None if signed is None else signed.moved_to,
            attested=self.named,
            sealed=self.sealed,
            audience=self.audience,
        )


def routes(checks: Checks, found: Found[ShownStatus]) -> dict[type, Route]:
    desk: EntryDesk[StatusBoard, Status, ShownStatus] = EntryDesk(
        STATUS_BOARD, Statements(checks, "status"), "status.manage", _status_of, found, shown
    )
    return {
        NewStatus: Route("status.manage", desk.create, (STATUS_BOARD,)),
        AlterStatus: Route("status.read", desk.alter, (STATUS_BOARD,)),
        EndStatus: Route("status.manage", desk.end, (STATUS_BOARD,)),
    }


def _status_of(account_id: AccountId, board: StatusBoard | None, status_id: UUID) -> Status | None:
    return board_of(account_id, board).status(status_id)
