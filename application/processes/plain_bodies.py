"""What clients send about plain items, and the commands that it means. Each kind has bodies of its own."""

from __future__ import annotations

from uuid import UUID

from msgspec import UNSET, UnsetType

from application.processes.sealed_bodies import SignedChange, in_order
from domain.kernel import Value
from domain.records import Attested
from domain.sealed import Sealed, Signature, Signed, Statement
from domain.work.plain.facts import Audience, ChangeItem, CreateItem, Lifecycle


class NewItem(Value, frozen=True, kw_only=True):
    """An item. Without `audience` it is for the roles of its wraps."""

    id: UUID
    sealed: Sealed
    audience: Audience | None = None

    def as_creation(self) -> CreateItem:
        return CreateItem(self.id, self.sealed, in_order(self.audience) or self.sealed.audience)


class AlterItem(SignedChange, frozen=True, kw_only=True):
    """One change of one item; members that are left out stay as they are."""

    id: UUID
    state: Lifecycle | UnsetType = UNSET

    @property
    def changes_more_than_wraps(self) -> bool:
        others = (self.sealed, self.audience, self.attrs)
        return self.state is not UNSET or any(member is not None for member in others)

    def as_change(self) -> ChangeItem:
        return ChangeItem(
            id=self.id,
            sealed=self.sealed,
            attested=self.attested,
            audience=in_order(self.audience),
            state=self.state,
        )


class BinItem(Value, frozen=True):
    """Into the bin, under a `record.delete`."""

    id: UUID
    statement_b64u: Statement
    signature_b64u: Signature

    @property
    def signed(self) -> Signed:
        return Signed(statement_b64u=self.statement_b64u, signature_b64u=self.signature_b64u)


class UnbinItem(Value, frozen=True):
    """Out of the bin, under a `record.attrs` with the attributes that it had."""

    id: UUID
    attested: Attested


class PurgeFromBin(Value, frozen=True):
    """Out of the bin for ever."""

    id: UUID


class NewContact(NewItem, frozen=True, kw_only=True): ...


class AlterContact(AlterItem, frozen=True, kw_only=True): ...


class BinContact(BinItem, frozen=True): ...


class UnbinContact(UnbinItem, frozen=True): ...


class PurgeContact(PurgeFromBin, frozen=True): ...


class NewVendor(NewItem, frozen=True, kw_only=True): ...


class AlterVendor(AlterItem, frozen=True, kw_only=True): ...


class BinVendor(BinItem, frozen=True): ...


class UnbinVendor(UnbinItem, frozen=True): ...


class PurgeVendor(PurgeFromBin, frozen=True): ...
