"""The bodies that are about contacts and vendors, and the shapes of what is answered."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from msgspec import UNSET, Meta, UnsetType, field

from api.http.answers import PageInfo, Sync
from api.http.forms import NEEDED, Malformed, Problem
from api.http.work.bulk import BulkError
from api.http.work.listing import After
from api.http.work.moves import Many
from api.http.work.row_form import RowKind
from api.http.work.row_frames import Parts
from application.processes.plain_bodies import AlterContact, AlterVendor, NewContact
from application.processes.sealed_bodies import Envelope, SignedChange, Version
from domain.errors import InvalidArgument
from domain.kernel import Value
from domain.records import Attributes
from domain.sealed import Salt, Signature, Statement, Wrap
from domain.work.answers import Item
from domain.work.plain.facts import PlainAttributes
from domain.work.words import Word

CONTACT_ROWS = RowKind("contact", PlainAttributes, Word)
VENDOR_ROWS = RowKind("vendor", PlainAttributes, Word)


class NewContacts(Value, frozen=True, kw_only=True):
    """One new contact, or up to 200 under `items`."""

    items: Annotated[tuple[NewContact, ...], Many] | UnsetType = UNSET
    id: UUID | UnsetType = UNSET
    envelope: Envelope | UnsetType = field(default=UNSET, name="sealed")

    def all(self) -> tuple[NewContact, ...] | None:
        """The contacts of a batch; None for a single one. Raises `InvalidArgument` for both."""
        if self.items is UNSET:
            return None
        if any(member is not UNSET for member in (self.id, self.envelope)):
            raise InvalidArgument("Send one contact or items, not both.", reason="form")
        return self.items

    def one(self) -> NewContact:
        """The single contact. Raises `Malformed` when a member is missing."""
        if self.id is UNSET or self.envelope is UNSET:
            missing = "id" if self.id is UNSET else "sealed"
            raise Malformed([Problem(missing, "required", NEEDED)])
        return NewContact(id=self.id, envelope=self.envelope)


class ContactChanges(Value, frozen=True, kw_only=True):
    """One change, or up to 200 under `items`, each of another contact."""

    items: Annotated[tuple[AlterContact, ...], Many] | UnsetType = UNSET
    id: UUID | UnsetType = UNSET
    version: Version | UnsetType | None = UNSET
    envelope: Envelope | UnsetType | None = field(default=UNSET, name="sealed")
    attrs: Attributes | UnsetType | None = UNSET
    attrs_salt_b64u: Salt | UnsetType | None = UNSET
    wraps: Annotated[tuple[Wrap, ...], Meta(max_length=64)] | UnsetType | None = UNSET
    statement_b64u: Statement | UnsetType | None = UNSET
    signature_b64u: Signature | UnsetType | None = UNSET

    def all(self) -> tuple[AlterContact, ...] | None:
        """The changes of a batch; None for a single one. Raises `InvalidArgument` for both."""
        if self.items is UNSET:
            return None
        if any(getattr(self, name) is not UNSET for name in AlterContact.__struct_fields__):
            raise InvalidArgument("Send one change or items, not both.", reason="form")
        return self.items

    def one(self) -> AlterContact:
        """The single change. Raises `Malformed` when it is about nothing."""
        if self.id is UNSET:
            raise Malformed([Problem("id", "required", NEEDED)])
        given = {name: getattr(self, name) for name in AlterContact.__struct_fields__}
        return AlterContact(**{name: value for name, value in given.items() if value is not UNSET})


class VendorChange(SignedChange, frozen=True, kw_only=True):
    """One change of the vendor that the path names; `id` may say the same."""

    id: UUID | None = None

    def of(self, vendor_id: UUID) -> AlterVendor:
        if self.id not in (None, vendor_id):
            raise InvalidArgument("The path names another vendor.", reason="form")
        given = {name: getattr(self, name) for name in AlterVendor.__struct_fields__ if name != "id"}
        return AlterVendor(id=vendor_id, **given)


class ItemIds(Value, frozen=True):
    """`after` are the numbers of the statements that are known of each, where its proof is asked for."""

    ids: Annotated[tuple[UUID, ...], Meta(max_length=500)]
    parts: Parts | None = None
    after: After | None = None


class SignedDelete(Value, frozen=True):
    """The `record.delete` of what the path names."""

    statement_b64u: Statement
    signature_b64u: Signature


class OptionalDelete(Value, frozen=True):
    """The `record.delete` of what the path names; purging takes none."""

    statement_b64u: Statement | None = None
    signature_b64u: Signature | None = None

    def needed(self) -> tuple[Statement, Signature]:
        """The statement and its signature. Raises `InvalidArgument` when one is missing."""
        if self.statement_b64u is None or self.signature_b64u is None:
            raise InvalidArgument("This needs a signed statement.", reason="statement")
        return self.statement_b64u, self.signature_b64u


class ItemBulk(Value, frozen=True):
    """What was done, and what was not, each in the order asked for."""

    data: tuple[Item, ...]
    errors: tuple[BulkError, ...]


class ItemPage(Value, frozen=True):
    """A page of items."""

    data: tuple[Item, ...]
    page: PageInfo
    sync: Sync


class FoundItems(Value, frozen=True):
    """Items in the order asked for; `missing` are those that the caller could never open."""

    data: tuple[Item, ...]
    page: PageInfo
    sync: Sync
    missing: tuple[UUID, ...]
