"""The bodies of `/api/uploads`, and what a bundle says."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from application.processes.open_upload import (
    BeginUpload,
    PartToSign,
    SignParts,
)
from domain.errors import InvalidArgument
from domain.ids import FileId, UploadId
from domain.kernel import Value
from domain.records import Later
from domain.sealed import Count, Signature, Statement, Wrap
from domain.work.files.facts import Extent, FileVersion, Wraps
from domain.work.files.item import FileItem


class UploadSession(Value, frozen=True, kw_only=True):
    """Announce a file (`fileId` and its sizes), or have parts of it signed (`uploadId` and `parts`)."""

    file_id: FileId | UnsetType = UNSET
    version: FileVersion | UnsetType = UNSET
    encrypted_size: Count | UnsetType = UNSET
    frame_size: Count | UnsetType = UNSET
    frame_count: Count | UnsetType = UNSET
    thumbnail: Extent | UnsetType | None = UNSET
    upload_id: UploadId | UnsetType = UNSET
    parts: Annotated[tuple[PartToSign, ...], Meta(min_length=1, max_length=16)] | UnsetType = UNSET

    def meant(self) -> BeginUpload | SignParts:
        """Which of the two it is. Raises `InvalidArgument` for neither and for a mixture."""
        named = {
            name: value for name in self.__struct_fields__ if (value := getattr(self, name)) is not UNSET
        }
        kind = SignParts if "upload_id" in named else BeginUpload
        required = set(kind.__struct_fields__) - {"version", "thumbnail"}
        if not required <= named.keys() <= set(kind.__struct_fields__):
            raise InvalidArgument("Send the sizes of a file, or an upload and its parts.", reason="form")
        return kind(**named)


class Bundle(FileItem, frozen=True, kw_only=True):
    """A file with an address that gives its frames, or ranges of them, for five minutes.

    `frame_hashes_b64u` (32 bytes per frame) comes with `hashes=true`: the list that ranges are checked
    against, and that is itself checked against the signed root.
    """

    url: str
    frame_hashes_b64u: str | None = None


class FileWord(Value, frozen=True):
    """What only the server knows of a file."""

    version: int


class FileWraps(Value, frozen=True):
    """The wraps that came with a file, and the statements that added later ones."""

    wraps: tuple[Wrap, ...]
    later: tuple[Later, ...]
    word: FileWord


class MoreFileWraps(Value, frozen=True):
    """Wraps of the key in force for further roles, under a `content.share`."""

    add: Wraps
    version: FileVersion
    statement_b64u: Statement
    signature_b64u: Signature
