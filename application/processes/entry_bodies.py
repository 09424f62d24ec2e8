"""What clients send about entries, and the commands that it means. Each kind has bodies of its own."""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, Any, TypeVar
from uuid import UUID

from msgspec import Meta

from application.processes.sealed_bodies import NewContent, SignedChange
from application.vault.content import audience_of
from domain.errors import InvalidArgument
from domain.kernel import Value
from domain.records import Attested, Attributes
from domain.sealed import Salt, Sealed, Signature, Signed, Statement
from domain.work.entries.facts import AddEntry, ChangeEntry, Place, ShareEntry
from domain.work.ranks import Rank
from domain.work.signed_attributes import read_attributes

A = TypeVar("A", bound=Value)

# What is there from an account's opening has been changed at no version yet.
EntryVersion = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class NewEntry(NewContent, frozen=True, kw_only=True):
    """An entry. Without a place it stands last."""

    id: UUID
    rank: Rank | None = None
    before_id: UUID | None = None
    after_id: UUID | None = None

    @abstractmethod
    def as_addition(self) -> AddEntry: ...

    @property
    def common(self) -> dict[str, Any]:
        """The members of every addition."""
        sealed = self.sealed
        return {
            "id": self.id,
            "sealed": sealed,
            "audience": audience_of(sealed),
            "place": Place(rank=self.rank, before_id=self.before_id, after_id=self.after_id),
        }


class AlterEntry(SignedChange, frozen=True, kw_only=True):
    """One change of one entry; members that are left out stay as they are. A place needs no statement."""

    id: UUID
    version: EntryVersion | None = None
    rank: Rank | None = None
    before_id: UUID | None = None
    after_id: UUID | None = None

    @abstractmethod
    def as_change(self) -> ChangeEntry: ...

    @abstractmethod
    def as_share(self, signed: Signed) -> ShareEntry: ...

    @property
    def place(self) -> Place:
        return Place(rank=self.rank, before_id=self.before_id, after_id=self.after_id)

    @property
    def common(self) -> dict[str, Any]:
        """The members of every change."""
        return {
            "id": self.id,
            "sealed": self.sealed,
            "attested": self.attested,
            "audience": self.audience,
            "place": self.place,
        }

    @property
    def changes_more_than_wraps(self) -> bool:
        return self.place.is_given or super().changes_more_than_wraps

    @property
    def also(self) -> AlsoEntry | None:
        """Another entry that this one cannot change without."""
        return None


class AlsoEntry(SignedChange, frozen=True, kw_only=True):
    """What is signed of another entry in the same call: new content or attributes, and no wraps."""

    id: UUID
    version: EntryVersion | None = None

    @property
    def common(self) -> dict[str, Any]:
        """The members of every such change."""
        if self.wraps is not None:
            raise InvalidArgument("Wraps travel alone, with their statement.", reason="statement")
        return {"id": self.id, "sealed": self.sealed, "attested": self.attested, "audience": self.audience}


class EndEntry(Value, frozen=True, kw_only=True):
    """The end of one entry, under its `record.delete`."""

    id: UUID
    version: EntryVersion | None = None
    statement_b64u: Statement
    signature_b64u: Signature

    @abstractmethod
    def as_removal(self) -> Any: ...

    @property
    def signed(self) -> Signed:
        return Signed(statement_b64u=self.statement_b64u, signature_b64u=self.signature_b64u)

    @property
    def attested(self) -> Attested | None:
        """What was signed before its end."""
        return None

    @property
    def sealed(self) -> Sealed | None:
        """The first content of one that had none until now."""
        return None


class MovedTo(Value, frozen=True, kw_only=True):
    """Where things go, under a `record.attrs`."""

    attrs: Attributes
    attrs_salt_b64u: Salt
    statement_b64u: Statement
    signature_b64u: Signature

    @property
    def attested(self) -> Attested:
        signed = Signed(statement_b64u=self.statement_b64u, signature_b64u=self.signature_b64u)
        return Attested(signed, self.attrs, self.attrs_salt_b64u)


class EndPlace(EndEntry, frozen=True, kw_only=True):
    """The end of an entry that others stand in: `moved` names where those go, in a statement before it."""

    moved: MovedTo | None = None

    @property
    def attested(self) -> Attested | None:
        return None if self.moved is None else self.moved.attested

    def attributes(self, kind: type[A]) -> A | None:
        """What is signed in the clear at its end."""
        return None if self.moved is None else read_attributes(kind, self.moved.attrs)
