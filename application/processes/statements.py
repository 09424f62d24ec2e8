"""What is signed about records of one kind, checked against the key log that the write commits on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol
from uuid import UUID

from application.unit_of_work import Work
from application.vault.content import (
    check_content_share,
    check_record_attrs,
    check_record_delete,
    check_record_put,
)
from application.vault.ports import Checks
from domain.records import Attested, Later, newest_hash, revision_of
from domain.sealed import Sealed, Signed, Wrap
from domain.vault.chains import Link


@dataclass(frozen=True)
class Statements:
    """`kind` as statements spell it. Each check guards the key log; refusals are those of `vault.content`.

    Those that another statement of the same call may follow answer the link that it follows.
    """

    checks: Checks
    kind: str

    async def check_put(self, work: Work, sealed: Sealed, previous: Link | None) -> Link:
        return await check_record_put(work, self.checks, kind=self.kind, sealed=sealed, previous=previous)

    async def check_attested(self, work: Work, record_id: UUID, attested: Attested, previous: Link) -> Link:
        return await check_record_attrs(
            work,
            self.checks,
            kind=self.kind,
            object_id=record_id,
            statement_b64u=attested.signed.statement_b64u,
            signature_b64u=attested.signed.signature_b64u,
            attrs=attested.attrs,
            attrs_salt_b64u=attested.attrs_salt_b64u,
            previous=previous,
        )

    async def check_deleted(self, work: Work, record_id: UUID, signed: Signed, previous: Link) -> None:
        await check_record_delete(
            work,
            self.checks,
            kind=self.kind,
            object_id=record_id,
            statement_b64u=signed.statement_b64u,
            signature_b64u=signed.signature_b64u,
            previous=previous,
        )

    async def check_shared(
        self, work: Work, record_id: UUID, signed: Signed, added: tuple[Wrap, ...], previous: Link
    ) -> None:
        await check_content_share(
            work,
            self.checks,
            kind=self.kind,
            object_id=record_id,
            statement_b64u=signed.statement_b64u,
            signature_b64u=signed.signature_b64u,
            added=added,
            previous=previous,
        )


class Stated(Protocol):
    """A record with its statements."""

    @property
    def sealed(self) -> Sealed: ...

    @property
    def later(self) -> tuple[Later, ...]: ...

    @property
    def audience(self) -> tuple[UUID, ...]: ...


class Chain(NamedTuple):
    """The statements of a record that may have had none yet, once it has some."""

    sealed: Sealed
    later: tuple[Later, ...]
    audience: tuple[UUID, ...]


def previous_of(record: Stated) -> Link:
    """A record, as the next statement about it follows it."""
    return Link(
        revision_of(record.sealed, record.later),
        newest_hash(record.sealed, record.later),
        record.sealed.content_revision,
        record.audience,
    )
