"""A stored file as its readers get it: everything that its frames are checked and opened with."""

from __future__ import annotations

from typing import Any

from domain.kernel import Value
from domain.records import Later, brought
from domain.sealed import Box, Wrap
from domain.work.files.state import Stored


class FileItem(Value, frozen=True, kw_only=True):
    """Id, version and sizes are in its `file.put`; `later` are the statements after it, with their wraps."""

    header_b64u: str
    manifest: Box
    thumbnail_header_b64u: str | None
    wraps: tuple[Wrap, ...]
    attrs_salt_b64u: str
    statement_b64u: str
    signature_b64u: str
    later: tuple[Later, ...]


def members_of(stored: Stored) -> dict[str, Any]:
    """The members of a stored version, for its item and for those that say more."""
    return {
        "header_b64u": stored.header_b64u,
        "manifest": stored.manifest,
        "thumbnail_header_b64u": stored.thumbnail_header_b64u,
        "wraps": brought(stored.wraps, stored.later),
        "attrs_salt_b64u": stored.attrs_salt_b64u,
        "statement_b64u": stored.signed.statement_b64u,
        "signature_b64u": stored.signed.signature_b64u,
        "later": stored.later,
    }


def shown(stored: Stored) -> FileItem:
    return FileItem(**members_of(stored))
