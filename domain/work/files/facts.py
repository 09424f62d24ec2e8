"""What can be asked of a file, and the facts that come of it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar
from uuid import UUID

from msgspec import Meta

from domain.ids import DocumentId, FileId, UploadId
from domain.kernel import Event, Value
from domain.sealed import Box, Count, Salt, Signed, Wrap
from domain.work.items.facts import Audience

FileHeader = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{88}\Z")]  # 66 bytes
Wraps = Annotated[tuple[Wrap, ...], Meta(max_length=64)]
FileVersion = Annotated[int, Meta(ge=1, le=2**31)]


class Extent(Value, frozen=True):
    """How much ciphertext an object is, and how it is cut into frames."""

    encrypted_size: Count
    frame_size: Count
    frame_count: Count


class OpenUpload(Value, frozen=True):
    file_id: FileId
    upload_id: UploadId
    extent: Extent
    thumbnail: Extent | None = None
    version: FileVersion = 1


class FinaliseUpload(Value, frozen=True):
    file_id: FileId
    upload_id: UploadId
    header_b64u: FileHeader
    manifest: Box
    wraps: Wraps
    audience: Audience
    attrs_salt_b64u: Salt
    signed: Signed
    thumbnail_header_b64u: FileHeader | None = None


class AbandonUpload(Value, frozen=True):
    file_id: FileId
    upload_id: UploadId


class ShareFile(Value, frozen=True):
    """Further wraps, for all these roles to read it."""

    file_id: FileId
    version: FileVersion
    add: Wraps
    signed: Signed
    audience: Audience


class LinkFile(Value, frozen=True):
    file_id: FileId
    document_id: DocumentId


class UnlinkFile(Value, frozen=True):
    file_id: FileId
    document_id: DocumentId


class PurgeFile(Value, frozen=True):
    file_id: FileId


FileCommand = OpenUpload | FinaliseUpload | AbandonUpload | ShareFile | LinkFile | UnlinkFile | PurgeFile


class UploadOpened(Event, frozen=True, tag="file.upload_opened"):
    """An upload was opened; its parts are deleted if it is not finalised in time."""

    file_id: FileId
    upload_id: UploadId
    version: int
    encrypted_size: int
    frame_size: int
    frame_count: int
    thumbnail: Extent | None
    expires_at: datetime


class UploadFinalised(Event, frozen=True, tag="file.upload_finalised"):
    """All frames are stored, and the uploader's device has signed what they are."""

    erasable: ClassVar[tuple[str, ...]] = ("wraps", "attrsSaltB64u")

    upload_id: UploadId
    header_b64u: str
    manifest: Box
    wraps: tuple[Wrap, ...]
    audience: tuple[UUID, ...]
    attrs_salt_b64u: str
    thumbnail_header_b64u: str | None
    signed: Signed
    keep_until: datetime


class UploadAbandoned(Event, frozen=True, tag="file.upload_abandoned"):
    """The upload was not finalised in time."""

    upload_id: UploadId


class FileWrapsChanged(Event, frozen=True, tag="file.wraps_changed"):
    """More roles can open the file."""

    erasable: ClassVar[tuple[str, ...]] = ("added",)

    added: tuple[Wrap, ...]
    signed: Signed
    audience: tuple[UUID, ...]


class FileLinked(Event, frozen=True, tag="file.linked"):
    """A document refers to the file."""

    document_id: DocumentId


class FileUnlinked(Event, frozen=True, tag="file.unlinked"):
    """A document no longer refers to the file; without any link it is purged at `keep_until`."""

    document_id: DocumentId
    keep_until: datetime


class FilePurged(Event, frozen=True, tag="file.purged"):
    """Deleted for good, with its wraps and frames."""

    destroys_key: ClassVar[bool] = True


FileEvent = (
    UploadOpened
    | UploadFinalised
    | UploadAbandoned
    | FileWrapsChanged
    | FileLinked
    | FileUnlinked
    | FilePurged
)
