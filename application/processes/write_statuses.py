"""Writing statuses: what clients send, and who may do what."""

from __future__ import annotations

from uuid import UUID

from msgspec import field

from application.commands import Route
from application.processes.entry_bodies import AlsoEntry, AlterEntry, EndPlace, NewEntry
from application.processes.entry_desk import EntryDesk
from application.processes.sealed_bodies import NewContent
from application.processes.sealed_items import Found
from application.processes.statements import Statements
from application.vault.content import audience_of
from application.vault.ports import Checks
from domain.errors import InvalidArgument
from domain.ids import AccountId, StatusId
from domain.sealed import Sealed, Signed
from domain.work.entries.facts import ChangeEntry
from domain.work.statuses import STATUS_BOARD
from domain.work.statuses.facts import (
    AddStatus,
    ChangeStatus,
    FormerDefault,
    RemoveStatus,
    ShareStatus,
    StatusAttributes,
)
from domain.work.statuses.item import ShownStatus, shown
from domain.work.statuses.state import Status, StatusBoard, board_of


class NewStatus(NewEntry, frozen=True, kw_only=True):
    """A status, which is made the default afterwards."""

    def as_addition(self) -> AddStatus:
        signed = self.attributes(StatusAttributes)
        return AddStatus(
            **self.common, category=signed.category, outcome=signed.outcome, default=signed.default
        )


class AlsoStatus(AlsoEntry, frozen=True, kw_only=True):
    """The former default, which is signed to be it no more."""

    def as_change(self) -> FormerDefault:
        signed = self.attributes(StatusAttributes)
        return FormerDefault(**self.common, default=None if signed is None else signed.default)


class AlterStatus(AlterEntry, frozen=True, kw_only=True):
    """One change of one status. Whoever makes it the default signs the former one too."""

    former: AlsoStatus | None = field(default=None, name="also")

    @property
    def also(self) -> AlsoStatus | None:
        return self.former

    def as_change(self) -> ChangeStatus:
        signed = self.attributes(StatusAttributes)
        return ChangeStatus(
            **self.common,
            default=None if signed is None else signed.default,
            also=None if self.former is None else self.former.as_change(),
        )

    def as_share(self, signed: Signed) -> ShareStatus:
        return ShareStatus(self.id, self.wraps or (), signed, audience_of(signed))


class FirstContent(NewContent, frozen=True, kw_only=True):
    """What a built-in status that nobody changed is signed to be, before it ends."""

    id: StatusId


class EndStatus(EndPlace, frozen=True, kw_only=True):
    put: FirstContent | None = None

    @property
    def sealed(self) -> Sealed | None:
        return None if self.put is None else self.put.sealed

    def as_removal(self) -> RemoveStatus:
        if self.put is not None and self.put.id != self.id:
            raise InvalidArgument("The first content is another one's.", reason="form")
        said, sealed = self.attributes(StatusAttributes), self.sealed
        return RemoveStatus(
            id=StatusId(self.id),
            signed=self.signed,
            move_to=None if said is None else said.moved_to,
            attested=self.attested,
            sealed=sealed,
            audience=None if sealed is None else audience_of(sealed),
        )


class StatusDesk(EntryDesk[StatusBoard, Status, ShownStatus]):
    def signed_in(self, change: ChangeEntry) -> list[ChangeEntry]:
        also = change.also if isinstance(change, ChangeStatus) else None
        return [change] if also is None else [change, also]


def routes(checks: Checks, found: Found[ShownStatus]) -> dict[type, Route]:
    desk = StatusDesk(STATUS_BOARD, Statements(checks, "status"), "status.manage", _status_of, found, shown)
    return {
        NewStatus: Route("status.manage", desk.create, (STATUS_BOARD,)),
        AlterStatus: Route("status.read", desk.alter, (STATUS_BOARD,)),
        EndStatus: Route("status.manage", desk.end, (STATUS_BOARD,)),
    }


def _status_of(account_id: AccountId, board: StatusBoard | None, status_id: UUID) -> Status | None:
    return board_of(account_id, board).status(status_id)
