"""When a file may be opened, stored, shared, linked and purged."""

from __future__ import annotations

from datetime import timedelta
from typing import assert_never

from domain.errors import AlreadyExists, InvalidArgument, NotFound, OutOfRange, Refused, Stale
from domain.kernel import Moment
from domain.records import bytes_of, check_audience, check_shared, check_wraps
from domain.work.files.facts import (
    AbandonUpload,
    Extent,
    FileCommand,
    FileEvent,
    FileLinked,
    FilePurged,
    FileUnlinked,
    FileWrapsChanged,
    FinaliseUpload,
    LinkFile,
    OpenUpload,
    PurgeFile,
    ShareFile,
    UnlinkFile,
    UploadAbandoned,
    UploadFinalised,
    UploadOpened,
)
from domain.work.files.state import File
from domain.work.readers import check_owner

UPLOAD_LIFE = timedelta(hours=24)
KEPT_UNLINKED = timedelta(days=7)

TAG_BYTES = 16
MAX_FILE_BYTES = 5 * 2**40
MAX_THUMBNAIL_BYTES = 4 * 2**20
FRAME_SIZES = frozenset(2**power for power in range(12, 26))  # 4 KiB to 32 MiB
MAX_FRAMES = 2**32 - 1


def check_extent(extent: Extent, *, limit: int) -> None:
    """Refuse sizes that no frames could have: every frame but the last is full, each carries its tag."""
    if extent.frame_size not in FRAME_SIZES:
        raise InvalidArgument("The frame size is a power of two from 4 KiB to 32 MiB.", reason="form")
    if not 1 <= extent.frame_count <= MAX_FRAMES:
        raise OutOfRange("A file has 1 to 4294967295 frames.", reason="frame_count")
    if extent.encrypted_size > limit:
        raise OutOfRange("The file is too large.", reason="file_size", limit=limit)
    full = extent.frame_size + TAG_BYTES
    least = (extent.frame_count - 1) * full + TAG_BYTES
    if not least <= extent.encrypted_size <= extent.frame_count * full:
        raise InvalidArgument("The size does not fit the frames.", reason="form")


def _check_header(header_b64u: str, extent: Extent) -> None:
    header = bytes_of(header_b64u)
    expected = b"E2F1\x01\x00" + extent.frame_size.to_bytes(4, "big")
    if header[:10] != expected:
        raise InvalidArgument("The header does not fit the upload.", reason="upload_mismatch")


def decide(command: FileCommand, file: File | None, moment: Moment) -> list[FileEvent]:
    if isinstance(command, OpenUpload):
        return _open(command, file or File(), moment)
    if file is None or file.purged:
        raise NotFound("There is no such file.")
    match command:
        case FinaliseUpload():
            return _finalise(command, file, moment)
        case AbandonUpload(upload_id=upload_id):
            if file.upload is None or file.upload.upload_id != upload_id:
                return []
            if moment.now < file.upload.expires_at:
                raise Refused("This upload may still be finalised.", reason="upload_open")
            return [UploadAbandoned(upload_id)]
        case ShareFile():
            return _share(command, file, moment)
        case LinkFile(document_id=document_id):
            if file.stored is None:
                raise Refused("This file is not stored yet.", reason="file_not_ready")
            return [] if document_id in file.links else [FileLinked(document_id)]
        case UnlinkFile(document_id=document_id):
            if document_id not in file.links:
                return []
            return [FileUnlinked(document_id, moment.now + KEPT_UNLINKED)]
        case PurgeFile():
            if file.links or file.keep_until is None or moment.now < file.keep_until:
                raise Refused("This file is still needed.", reason="file_in_use")
            return [FilePurged()]
        case _:
            assert_never(command)


def _open(command: OpenUpload, file: File, moment: Moment) -> list[FileEvent]:
    check_extent(command.extent, limit=MAX_FILE_BYTES)
    if command.thumbnail is not None:
        check_extent(command.thumbnail, limit=MAX_THUMBNAIL_BYTES)
    if file.purged:
        raise AlreadyExists("This file existed and was purged.", reason="file_exists")
    # The collector may not have run yet. What it was to end, ends here.
    over: list[FileEvent] = []
    if file.upload is not None and file.upload.expires_at <= moment.now:
        over.append(UploadAbandoned(file.upload.upload_id))
    elif file.upload is not None:
        known = (file.upload.version, file.upload.extent, file.upload.thumbnail)
        if known != (command.version, command.extent, command.thumbnail):
            raise AlreadyExists("This upload was opened with other sizes.", reason="file_exists")
        return []
    if command.version != file.version + 1:
        raise AlreadyExists("This version of the file is stored already.", reason="file_exists")
    return [
        *over,
        UploadOpened(
            command.file_id,
            command.upload_id,
            command.version,
            command.extent.encrypted_size,
            command.extent.frame_size,
            command.extent.frame_count,
            command.thumbnail,
            moment.now + UPLOAD_LIFE,
        ),
    ]


def _finalise(command: FinaliseUpload, file: File, moment: Moment) -> list[FileEvent]:
    stored = file.stored
    if stored is not None and stored.upload.upload_id == command.upload_id:
        if stored.signed.statement_b64u == command.signed.statement_b64u:
            return []
        raise AlreadyExists("This upload was finalised with another statement.", reason="file_exists")
    upload = file.upload
    if upload is None or upload.upload_id != command.upload_id or upload.expires_at <= moment.now:
        raise NotFound("There is no such upload.")
    if (upload.thumbnail is None) != (command.thumbnail_header_b64u is None):
        raise InvalidArgument("The thumbnail does not fit the upload.", reason="upload_mismatch")
    _check_header(command.header_b64u, upload.extent)
    if upload.thumbnail is not None and command.thumbnail_header_b64u is not None:
        _check_header(command.thumbnail_header_b64u, upload.thumbnail)
    check_wraps(command.wraps)
    check_audience(command.audience, command.wraps)
    check_owner(command.audience, moment)
    if not command.wraps:
        raise Refused("A file needs a wrap for at least one role.", reason="wraps_incomplete")
    return [
        UploadFinalised(
            command.upload_id,
            command.header_b64u,
            command.manifest,
            command.wraps,
            command.audience,
            command.attrs_salt_b64u,
            command.thumbnail_header_b64u,
            command.signed,
            moment.now + KEPT_UNLINKED,
        )
    ]


def _share(command: ShareFile, file: File, moment: Moment) -> list[FileEvent]:
    if file.stored is None:
        raise NotFound("There is no such file.")
    if command.version != file.version:
        raise Stale("The file has another version by now.", reason="version_conflict", version=file.version)
    if any(entry.statement_b64u == command.signed.statement_b64u for entry in file.stored.later):
        return []
    check_shared(file.audience, command.audience, command.add)
    check_owner(command.audience, moment)
    return [FileWrapsChanged(command.add, command.signed, command.audience)]
