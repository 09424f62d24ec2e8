"""What clients send about plain items, and the commands that it means. Each kind has bodies of its own."""

from __future__ import annotations

from uuid import UUID

from msgspec import UNSET

from application.processes.sealed_bodies import (
    BinItem,
    NewContent,
    PurgeFromBin,
    SignedChange,
    UnbinItem,
)
from application.vault.content import audience_of
from domain.work.plain.facts import ChangeItem, CreateItem, PlainAttributes


class NewItem(NewContent, frozen=True, kw_only=True):
    """An item."""

    id: UUID

    def as_creation(self) -> CreateItem:
        sealed = self.sealed
        return CreateItem(self.id, sealed, audience_of(sealed))


class AlterItem(SignedChange, frozen=True, kw_only=True):
    """One change of one item; members that are left out stay as they are."""

    id: UUID

    def as_change(self) -> ChangeItem:
        signed = self.attributes(PlainAttributes)
        return ChangeItem(
            id=self.id,
            sealed=self.sealed,
            attested=self.attested,
            audience=self.audience,
            state=UNSET if signed is None else signed.state,
        )


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
