"""What every change of a sealed item brings: its statement, and what that is about."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from application.vault.content import audience_of
from domain.errors import InvalidArgument
from domain.kernel import Value
from domain.records import Attested, Attributes
from domain.sealed import Salt, Sealed, Signature, Signed, Statement, Wrap

Version = Annotated[int, Meta(ge=1, le=2**53 - 1)]


class SignedChange(Value, frozen=True, kw_only=True):
    """One change of one item; members that are left out stay as they are.

    With `sealed` the statement is inside it and `version` is required. Without, a change brings all
    `attrs` under a `record.attrs`, and further `wraps` come alone under a `content.share`.
    """

    version: Version | None = None
    sealed: Sealed | None = None
    attrs: Attributes | None = None
    attrs_salt_b64u: Salt | None = None
    wraps: Annotated[tuple[Wrap, ...], Meta(max_length=64)] | None = None
    statement_b64u: Statement | None = None
    signature_b64u: Signature | None = None

    @property
    def changes_more_than_wraps(self) -> bool:
        return any(member is not None for member in (self.sealed, self.attrs))

    @property
    def audience(self) -> tuple[UUID, ...] | None:
        """The roles that a new content is signed for."""
        return None if self.sealed is None else audience_of(self.sealed)

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
