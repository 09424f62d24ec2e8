"""What a decision about a file needs to know, as the facts leave it."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import assert_never
from uuid import UUID

from msgspec.structs import replace

from domain.ids import DocumentId, UploadId
from domain.kernel import Value
from domain.records import Later, bytes_of, joined, later_of
from domain.sealed import Box, Signed, Wrap
from domain.work.files.facts import (
    Extent,
    FileEvent,
    FileLinked,
    FilePurged,
    FileUnlinked,
    FileWrapsChanged,
    UploadAbandoned,
    UploadFinalised,
    UploadOpened,
)

# A file whose purge is near takes no new links, so that a purge never meets a link on its way.
SETTLING = timedelta(days=1)


class Upload(Value, frozen=True):
    """What an upload announced."""

    upload_id: UploadId
    version: int
    extent: Extent
    thumbnail: Extent | None
    expires_at: datetime


class Stored(Value, frozen=True):
    """A finalised version: everything a reader needs besides the frames."""

    upload: Upload
    header_b64u: str
    manifest: Box
    wraps: tuple[Wrap, ...]
    audience: tuple[UUID, ...]
    attrs_salt_b64u: str
    thumbnail_header_b64u: str | None
    signed: Signed
    later: tuple[Later, ...] = ()


class File(Value, frozen=True):
    """What a decision about a file needs to know, and nothing more."""

    upload: Upload | None = None
    stored: Stored | None = None
    revision: int = 0
    links: tuple[DocumentId, ...] = ()
    keep_until: datetime | None = None
    purged: bool = False

    @property
    def newest_hash(self) -> bytes:
        """The hash that the next statement names as its predecessor."""
        if self.stored is None:
            return bytes(32)
        newest = self.stored.later[-1] if self.stored.later else self.stored.signed
        return hashlib.sha256(bytes_of(newest.statement_b64u)).digest()

    @property
    def frame_bytes(self) -> int:
        """What it takes of the account's storage, an upload under way included."""
        held = [self.stored.upload] if self.stored else []
        held += [self.upload] if self.upload else []
        extents = [extent for upload in held for extent in (upload.extent, upload.thumbnail) if extent]
        return sum(extent.encrypted_size for extent in extents)

    @property
    def version(self) -> int:
        return self.stored.upload.version if self.stored else 0

    @property
    def audience(self) -> tuple[UUID, ...]:
        """The roles that it is signed for."""
        return self.stored.audience if self.stored else ()

    def adoptable(self, now: datetime) -> bool:
        """Whether a document may begin to hold it."""
        if self.stored is None or self.purged:
            return False
        return bool(self.links) or self.keep_until is None or now < self.keep_until - SETTLING


def evolve(file: File | None, event: FileEvent) -> File | None:
    file = file or File()
    match event:
        case UploadOpened():
            extent = Extent(event.encrypted_size, event.frame_size, event.frame_count)
            upload = Upload(event.upload_id, event.version, extent, event.thumbnail, event.expires_at)
            return replace(file, upload=upload)
        case UploadFinalised():
            return _stored(file, event)
        case UploadAbandoned():
            return replace(file, upload=None)
        case FileWrapsChanged(added=added, signed=signed, audience=audience):
            if file.stored is None:
                return file
            stored = replace(
                file.stored,
                wraps=joined(file.stored.wraps, added),
                audience=audience,
                later=(*file.stored.later, later_of(signed, added)),
            )
            return replace(file, stored=stored, revision=file.revision + 1)
        case FileLinked(document_id=document_id):
            return replace(file, links=tuple(sorted({*file.links, document_id})))
        case FileUnlinked(document_id=document_id, keep_until=keep_until):
            links = tuple(link for link in file.links if link != document_id)
            return replace(file, links=links, keep_until=keep_until)
        case FilePurged():
            return replace(file, stored=None, upload=None, purged=True)
        case _:
            assert_never(event)


def _stored(file: File, event: UploadFinalised) -> File:
    if file.upload is None:
        return file
    stored = Stored(
        file.upload,
        event.header_b64u,
        event.manifest,
        event.wraps,
        event.audience,
        event.attrs_salt_b64u,
        event.thumbnail_header_b64u,
        event.signed,
    )
    return replace(file, upload=None, stored=stored, revision=file.revision + 1, keep_until=event.keep_until)
