"""What clients send about entries, and the commands that it means. Each kind has bodies of its own."""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, Any
from uuid import UUID

from msgspec import Meta

from application.processes.sealed_bodies import NewContent, SignedChange
from application.vault.content import audience_of
from domain.errors import InvalidArgument
from domain.records import Attested
from domain.sealed import Signed
from domain.work.entries.facts import AddEntry, ChangeEntry, Place, ShareEntry
from domain.work.ranks import Rank

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


class EndEntry(SignedChange, frozen=True, kw_only=True):
    """The end of one entry: under a `record.delete`, or under what names where things go instead."""

    id: UUID
    version: EntryVersion | None = None

    @abstractmethod
    def as_removal(self) -> Any: ...

    @property
    def deletion(self) -> Signed | None:
        """The `record.delete`, which brings no attributes."""
        if self.wraps is not None:
            raise InvalidArgument("Nothing is shared at its end.", reason="statement")
        return self.signed if self.attrs is None and self.attrs_salt_b64u is None else None

    @property
    def named(self) -> Attested | None:
        """The attributes that name where things go."""
        return None if self.deletion is not None else self.attested

    def check_has_no_content(self) -> None:
        """Raises `InvalidArgument` where it has one: what has been written before ends without another."""
        if self.envelope is not None:
            raise InvalidArgument("It ends under a statement of its own.", reason="statement")
