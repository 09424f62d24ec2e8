"""What documents and files ask of the world: a place for ciphertext, statement checks, what readers see."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple, Protocol, runtime_checkable
from uuid import UUID

from domain.ids import DocumentId, RoleId
from domain.work.documents.item import DocumentItem


class Part(NamedTuple):
    """A part of an object: its exact length and hash are promised before a byte of it is sent."""

    number: int
    size: int
    sha256: bytes


class StoredPart(NamedTuple):
    """A part that the store has, under the tag by which it confirmed it."""

    number: int
    size: int
    etag: str


class Address(NamedTuple):
    """Where and how a client sends or fetches bytes, without a session."""

    url: str
    method: str
    headers: Mapping[str, str]


@runtime_checkable
class BlobStore(Protocol):
    """Objects of ciphertext, written once in parts, read in ranges. It is trusted with nothing else.

    A handle names one attempt to write an object, so that two attempts never mix.
    """

    async def initiate(self, key: str) -> str:
        """Begin an object; the handle of this attempt."""
        ...

    async def sign_part(self, key: str, handle: str, part: Part, expires_at: datetime) -> Address:
        """An address that takes exactly these bytes until then."""
        ...

    async def put(self, key: str, handle: str, part: Part, chunks: AsyncIterator[bytes]) -> str:
        """Store a part without an address; its tag. Raises `InvalidArgument` for other bytes."""
        ...

    async def parts(self, key: str, handle: str) -> Sequence[StoredPart]:
        """What has arrived, by number; empty when the attempt is unknown."""
        ...

    async def complete(self, key: str, handle: str, parts: Sequence[tuple[Part, str]]) -> None:
        """Make the object of these parts and their tags. Again with the same parts changes nothing.

        Raises `Refused` with reason `parts_missing` when one is not there.
        """
        ...

    async def abort(self, key: str, handle: str) -> None:
        """Forget an attempt and its parts; an unknown one is forgotten already."""
        ...

    async def size(self, key: str) -> int | None:
        """The length of a complete object, or None."""
        ...

    async def sign_read(self, key: str, expires_at: datetime) -> Address:
        """An address that gives the object, or ranges of it, until then."""
        ...

    def read(self, key: str, start: int = 0, end: int | None = None) -> AsyncIterator[bytes]:
        """The bytes from `start` up to and without `end`. Raises `NotFound`."""
        ...

    async def delete(self, key: str) -> None:
        """Destroy a complete object; a missing one is destroyed already."""
        ...


class Grant(NamedTuple):
    """What a signed address permits: reading the object, or sending one part of it."""

    method: str
    key: str
    handle: str = ""
    part: Part | None = None


class Blob(NamedTuple):
    """A complete object as it is served."""

    size: int
    etag: str


@runtime_checkable
class ServedBlobs(Protocol):
    """A store whose addresses we serve ourselves. Raises `NotAllowed` for a bad or expired address."""

    def admit(self, method: str, key: str, query: Mapping[str, str]) -> Grant: ...

    async def receive(self, grant: Grant, length: int | None, chunks: AsyncIterator[bytes]) -> str:
        """Take the bytes of a part, all of them or none; its tag. Raises `InvalidArgument`."""
        ...

    async def find(self, grant: Grant) -> Blob:
        """The object that a reader may have. Raises `NotFound`."""
        ...

    def read(self, key: str, start: int = 0, end: int | None = None) -> AsyncIterator[bytes]: ...


ObjectName = Literal["content", "thumbnail"]


class Upload(NamedTuple):
    """An upload as the tables outside the log know it."""

    upload_id: UUID
    account_id: UUID
    user_id: UUID
    file_id: UUID
    content_handle: str
    thumbnail_handle: str | None
    expires_at: datetime
    finalised: bool

    def handle(self, name: ObjectName) -> str | None:
        return self.content_handle if name == "content" else self.thumbnail_handle


class SignedPart(NamedTuple):
    """A part that an address was signed for, with the hashes of its frames."""

    object: ObjectName
    part: Part
    frame_hashes: bytes


@runtime_checkable
class Uploads(Protocol):
    """Uploads under way and the hashes of frames: tables outside the log (migration 0040)."""

    async def find(self, account_id: UUID, upload_id: UUID) -> Upload | None: ...

    async def promise(self, upload_id: UUID, parts: Sequence[SignedPart]) -> None:
        """Store what these parts will be; a repeated part replaces the earlier one."""
        ...

    async def parts(self, upload_id: UUID) -> Sequence[SignedPart]:
        """What was promised, by object and number."""
        ...

    async def frame_hashes(self, upload_id: UUID, name: ObjectName) -> bytes:
        """The hashes of all frames of an object, 32 bytes each."""
        ...

    async def expired(self, now: datetime, limit: int) -> Sequence[Upload]:
        """Expired uploads that were not finalised."""
        ...

    async def superseded(self, now: datetime, limit: int) -> Sequence[Upload]:
        """Finalised uploads of files that have had a newer version for an hour."""
        ...

    async def of_file(self, account_id: UUID, file_id: UUID) -> Sequence[Upload]: ...

    async def forget(self, upload_id: UUID) -> None: ...


class ShownDocuments(Protocol):
    """Documents as readers see them, for what a change does not know: who began them, and when."""

    async def find(self, account_id: UUID, ids: Sequence[DocumentId]) -> Mapping[UUID, DocumentItem]: ...


class StorageUse(Protocol):
    """How many bytes of ciphertext an account keeps, open uploads included."""

    async def bytes_of(self, account_id: UUID) -> int: ...


class ColumnRow(Protocol):
    """A task in its column."""

    @property
    def id(self) -> UUID: ...

    @property
    def rank(self) -> str: ...


class Columns(Protocol):
    """The order of the tasks in a status, as lists show it."""

    async def column(self, account_id: UUID, status_id: UUID) -> Sequence[ColumnRow]: ...

    async def last_rank(self, account_id: UUID, status_id: UUID) -> str | None:
        """None when the column is empty."""
        ...


class StandingProfile(Protocol):
    """Where a profile says that it stands."""

    @property
    def id(self) -> UUID: ...

    @property
    def rank(self) -> str: ...

    @property
    def group_id(self) -> UUID: ...

    @property
    def sub_group_id(self) -> UUID | None: ...


class ProfilesKept(Protocol):
    """The profiles of an account as lists show them, without those in the bin."""

    async def count(self, account_id: UUID) -> int: ...

    async def by_type(self, account_id: UUID, reads: frozenset[RoleId]) -> Mapping[UUID, int]:
        """How many of each type a reader can open."""
        ...

    async def in_groups(self, account_id: UUID, groups: Sequence[UUID]) -> Sequence[StandingProfile]:
        """The profiles in these groups by their signed attributes, regardless of audience."""
        ...

    async def has_items(self, account_id: UUID, profile_id: UUID) -> bool:
        """Whether documents or tasks belong to it, without those in the bin."""
        ...
