"""A stored file as its readers get it: everything that its frames are checked and opened with."""

from __future__ import annotations

from typing import Any

from domain.ids import FileId
from domain.kernel import Value
from domain.records import Later
from domain.sealed import Box, Wrap
from domain.work.files.facts import Extent
from domain.work.files.state import Stored


class FileItem(Value, frozen=True, kw_only=True):
    """`later` are the statements after the `file.put` of this version."""

    file_id: FileId
    version: int
    encrypted_size: int
    frame_size: int
    frame_count: int
    header_b64u: str
    manifest: Box
    thumbnail: Extent | None
    thumbnail_header_b64u: str | None
    wraps: tuple[Wrap, ...]
    attrs_salt_b64u: str
    statement_b64u: str
    signature_b64u: str
    later: tuple[Later, ...]


def members_of(file_id: FileId, stored: Stored) -> dict[str, Any]:
    """The members of a stored version, for its item and for those that say more."""
    upload = stored.upload
    return {
        "file_id": file_id,
        "version": upload.version,
        "encrypted_size": upload.extent.encrypted_size,
        "frame_size": upload.extent.frame_size,
        "frame_count": upload.extent.frame_count,
        "header_b64u": stored.header_b64u,
        "manifest": stored.manifest,
        "thumbnail": upload.thumbnail,
        "thumbnail_header_b64u": stored.thumbnail_header_b64u,
        "wraps": stored.wraps,
        "attrs_salt_b64u": stored.attrs_salt_b64u,
        "statement_b64u": stored.signed.statement_b64u,
        "signature_b64u": stored.signed.signature_b64u,
        "later": stored.later,
    }


def shown(file_id: FileId, stored: Stored) -> FileItem:
    return FileItem(**members_of(file_id, stored))
