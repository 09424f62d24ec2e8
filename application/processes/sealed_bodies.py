"""What every change of a sealed item brings: its statement, and what that is about."""

from __future__ import annotations

from typing import Annotated, TypeVar
from uuid import UUID

from msgspec import Meta, field

from application.vault.content import audience_of
from domain.errors import InvalidArgument
from domain.kernel import Value
from domain.records import Attested, Attributes
from domain.sealed import B64u, Iv, Salt, Sealed, Signature, Signed, Statement, Wrap
from domain.vault.encoding import malformed
from domain.vault.statement_types import RecordPut
from domain.vault.statements import read
from domain.work.signed_attributes import read_attributes

Version = Annotated[int, Meta(ge=1, le=2**53 - 1)]
A = TypeVar("A", bound=Value)


class Envelope(Value, frozen=True, kw_only=True):
    """The record envelope of `crypto.md` section 12."""

    attrs: Attributes
    attrs_salt_b64u: Salt
    iv_b64u: Iv
    salt_b64u: Salt
    data_b64u: B64u
    wraps: Annotated[tuple[Wrap, ...], Meta(max_length=64)]
    statement_b64u: Statement
    signature_b64u: Signature

    def opened(self) -> Sealed:
        """With what its statement says of it."""
        statement = read(self.statement_b64u, self.signature_b64u)
        body = statement.body
        if not isinstance(body, RecordPut):
            raise malformed("it is of another type")
        return Sealed(
            id=body.id,
            revision=statement.header.seq,
            content_revision=body.content_revision,
            schema=body.schema,
            attrs=self.attrs,
            attrs_salt_b64u=self.attrs_salt_b64u,
            iv_b64u=self.iv_b64u,
            salt_b64u=self.salt_b64u,
            data_b64u=self.data_b64u,
            wraps=self.wraps,
            statement_b64u=self.statement_b64u,
            signature_b64u=self.signature_b64u,
        )


class NewContent(Value, frozen=True, kw_only=True):
    """The first content of an item."""

    envelope: Envelope = field(name="sealed")

    @property
    def sealed(self) -> Sealed:
        return self.envelope.opened()

    def attributes(self, kind: type[A]) -> A:
        """What is signed in the clear."""
        return read_attributes(kind, self.envelope.attrs)


class SignedChange(Value, frozen=True, kw_only=True):
    """One change of one item; members that are left out stay as they are.

    With `sealed` the statement is inside it and `version` is required. Without, a change brings all
    `attrs` under a `record.attrs`, and further `wraps` come alone under a `content.share`.
    """

    version: Version | None = None
    envelope: Envelope | None = field(default=None, name="sealed")
    attrs: Attributes | None = None
    attrs_salt_b64u: Salt | None = None
    wraps: Annotated[tuple[Wrap, ...], Meta(max_length=64)] | None = None
    statement_b64u: Statement | None = None
    signature_b64u: Signature | None = None

    @property
    def sealed(self) -> Sealed | None:
        return None if self.envelope is None else self.envelope.opened()

    @property
    def signed_attrs(self) -> Attributes | None:
        """The attributes of whichever statement the change brings; all of them."""
        return self.attrs if self.envelope is None else self.envelope.attrs

    def attributes(self, kind: type[A]) -> A | None:
        """The same, decoded."""
        return None if self.signed_attrs is None else read_attributes(kind, self.signed_attrs)

    @property
    def changes_more_than_wraps(self) -> bool:
        return self.signed_attrs is not None

    @property
    def audience(self) -> tuple[UUID, ...] | None:
        """The roles that a new content is signed for."""
        sealed = self.sealed
        return None if sealed is None else audience_of(sealed)

    @property
    def signed(self) -> Signed | None:
        if self.statement_b64u is None or self.signature_b64u is None:
            return None
        return Signed(statement_b64u=self.statement_b64u, signature_b64u=self.signature_b64u)

    @property
    def attested(self) -> Attested | None:
        """The signed attributes. Raises `InvalidArgument` when only a part of them is there."""
        signed = self.signed
        parts = (signed, self.attrs, self.attrs_salt_b64u)
        if all(part is None for part in (*parts, self.statement_b64u, self.signature_b64u)):
            return None
        if signed is None or self.attrs is None or self.attrs_salt_b64u is None:
            raise InvalidArgument(
                "Signed attributes come with their salt, statement and signature.", reason="statement"
            )
        return Attested(signed, self.attrs, self.attrs_salt_b64u)


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
