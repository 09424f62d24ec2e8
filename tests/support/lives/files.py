"""What can be asked of a file: uploaded, stored, shared, held by documents, purged."""

from __future__ import annotations

from collections.abc import Iterator

from domain.ids import DocumentId, FileId, UploadId
from domain.records import unpadded
from domain.work.files.facts import (
    AbandonUpload,
    Extent,
    FinaliseUpload,
    LinkFile,
    OpenUpload,
    PurgeFile,
    ShareFile,
    UnlinkFile,
)
from domain.work.files.state import File
from tests.support.lives.items import FURTHER, NOW
from tests.support.lives.steps import Ask
from tests.support.shapes import BOX, OWNER, SALT, named, signed, with_roles, wrap

FRAME = 4096
EXTENT, SMALL = Extent(FRAME + 16 + 100, FRAME, 2), Extent(100, FRAME, 1)
ID = FileId(named("file"))
DOCUMENTS = [DocumentId(named("lease")), DocumentId(named("its copy"))]


def header() -> str:
    return unpadded(b"E2F1\x01\x00" + FRAME.to_bytes(4, "big") + b"\x07" * 56)


def file(kept: File | None, word: str) -> Iterator[Ask]:
    version = kept.version + 1 if kept else 1
    for thumbnail in (None, SMALL):
        yield Ask(OpenUpload(ID, UploadId(named(word)), EXTENT, thumbnail, version), NOW)
    if kept is None:
        return
    if kept.upload is not None:
        finalise = FinaliseUpload(
            file_id=ID,
            upload_id=kept.upload.upload_id,
            header_b64u=header(),
            manifest=BOX,
            wraps=(wrap(OWNER),),
            audience=(OWNER,),
            attrs_salt_b64u=SALT,
            signed=signed(f"{word} stored"),
            thumbnail_header_b64u=header() if kept.upload.thumbnail else None,
        )
        yield Ask(finalise, NOW)
        abandoned = NOW._replace(now=kept.upload.expires_at)
        yield Ask(AbandonUpload(ID, kept.upload.upload_id), abandoned)
    yield Ask(
        ShareFile(
            ID,
            version - 1 or 1,
            (wrap(FURTHER),),
            signed(f"{word} share"),
            with_roles(kept.audience, FURTHER, OWNER),
        ),
        NOW,
    )
    for document_id in DOCUMENTS:
        yield Ask(LinkFile(ID, document_id), NOW)
        yield Ask(UnlinkFile(ID, document_id), NOW)
    if kept.keep_until is not None:
        yield Ask(PurgeFile(ID), NOW._replace(now=kept.keep_until))
