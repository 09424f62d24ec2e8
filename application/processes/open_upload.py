"""Beginning an upload: the plan's limits, the attempt at the object store, addresses for its parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Literal
from uuid import UUID, uuid4

from msgspec import Meta

from application.access import in_account, permitted, signed_in
from application.commands import Route
from application.ports import Context, EventStore, RowChange
from application.unit_of_work import Work
from application.work.objects import check_part, key_of
from application.work.ports import Address, BlobStore, ObjectName, Part, SignedPart, StorageUse, Uploads
from domain.accounts.accounts import ACCOUNT
from domain.errors import NotFound, OutOfRange, Refused
from domain.ids import FileId, UploadId
from domain.kernel import Value
from domain.records import bytes_of, timestamp, unpadded
from domain.sealed import B64u, Count, Hash
from domain.work.files import FILE, UploadOpened
from domain.work.files.facts import Extent, FileVersion, OpenUpload

ADDRESS_LIFE = timedelta(minutes=5)


class BeginUpload(Value, frozen=True, kw_only=True):
    """Announce a file: the client has made its id, and knows the size of every frame."""

    file_id: FileId
    encrypted_size: Count
    frame_size: Count
    frame_count: Count
    thumbnail: Extent | None = None
    version: FileVersion = 1


class KnownPart(Value, frozen=True):
    """A part that has arrived."""

    object: ObjectName
    number: int
    size: int
    sha256_b64u: str
    etag: str


class OpenedUpload(Value, frozen=True):
    """An upload that is open, and what has arrived of it."""

    upload_id: UploadId
    expires_at: str
    parts: tuple[KnownPart, ...] = ()


class PartToSign(Value, frozen=True):
    """A part that is encrypted already: its address will take these bytes and no others."""

    object: ObjectName
    number: Annotated[int, Meta(ge=1, le=10_000)]
    size: Count
    sha256_b64u: Hash
    frame_hashes_b64u: B64u


class SignParts(Value, frozen=True):
    upload_id: UploadId
    parts: Annotated[tuple[PartToSign, ...], Meta(min_length=1, max_length=16)]


class PartAddress(Value, frozen=True):
    """Where to send a part, with these headers and this method, within five minutes."""

    object: ObjectName
    number: int
    url: str
    method: Literal["PUT"]
    headers: dict[str, str]


class SignedParts(Value, frozen=True):
    parts: tuple[PartAddress, ...]


@dataclass(frozen=True)
class UploadDesk:
    """Opens uploads and hands out addresses for their parts."""

    store: EventStore
    blobs: BlobStore
    uploads: Uploads
    storage: StorageUse
    new_id: Callable[[], UUID] = uuid4

    async def begin(self, work: Work, command: BeginUpload) -> OpenedUpload:
        account_id, user_id = in_account(work.context), signed_in(work.context)
        known = await work.load(FILE, command.file_id)
        # An upload that stays open keeps everybody else from opening one for the same file.
        if (
            known is not None
            and known.stored is not None
            and not work.context.actor.reads.intersection(known.audience)
        ):
            raise NotFound("There is no such file.")
        extent = Extent(command.encrypted_size, command.frame_size, command.frame_count)
        opening = OpenUpload(
            command.file_id, UploadId(self.new_id()), extent, command.thumbnail, command.version
        )
        opened = await work.decide(FILE, command.file_id, opening)
        file = await work.load(FILE, command.file_id)
        assert file is not None
        assert file.upload is not None  # opened now, or before with the same sizes
        work.version = await work.version_of(FILE, command.file_id)
        if opened:
            await self._check_limits(work, account_id, file.frame_bytes, command)
            await self._begin_objects(work, opened[-1], account_id, user_id)
            return OpenedUpload(file.upload.upload_id, timestamp(file.upload.expires_at))
        arrived = await self._arrived(account_id, user_id, command.file_id, file.upload.upload_id)
        return OpenedUpload(file.upload.upload_id, timestamp(file.upload.expires_at), arrived)

    async def sign(self, command: SignParts, context: Context) -> SignedParts:
        """Keep what the parts will be, and answer where they go. Nothing becomes history by this."""
        account_id, user_id = permitted(context, "document.create"), signed_in(context)
        upload = await self.uploads.find(account_id, command.upload_id)
        if upload is None or upload.user_id != user_id or upload.finalised:
            raise NotFound("There is no such upload.")
        file, _ = await self.store.load(FILE, account_id, upload.file_id)
        if file is None or file.upload is None or file.upload.upload_id != command.upload_id:
            raise NotFound("There is no such upload.")
        if file.upload.expires_at <= context.now:
            raise NotFound("There is no such upload.")
        promised = [_promise(part, file.upload.extent, file.upload.thumbnail) for part in command.parts]
        await self.uploads.promise(command.upload_id, promised)
        return SignedParts(
            tuple(
                [
                    _address(
                        signed,
                        await self.blobs.sign_part(
                            key_of(account_id, upload.file_id, upload.upload_id, signed.object),
                            upload.handle(signed.object) or "",
                            signed.part,
                            context.now + ADDRESS_LIFE,
                        ),
                    )
                    for signed in promised
                ]
            )
        )

    async def _check_limits(self, work: Work, account_id: UUID, more: int, command: BeginUpload) -> None:
        account = await work.load(ACCOUNT, account_id, account_id=account_id)
        if account is None or account.limits is None:
            raise Refused("Choose a plan first.", reason="account_incomplete")
        if command.encrypted_size > account.limits.file_bytes:
            raise OutOfRange(
                "The file is larger than your plan allows.",
                reason="file_size",
                limit=account.limits.file_bytes,
            )
        used = await self.storage.bytes_of(account_id)
        if used + more > account.limits.storage_bytes:
            raise Refused(
                "There is not enough storage left for this file.",
                reason="storage_limit",
                limit=account.limits.storage_bytes,
                used=used,
            )

    async def _begin_objects(self, work: Work, opened: object, account_id: UUID, user_id: UUID) -> None:
        assert isinstance(opened, UploadOpened)
        content = key_of(account_id, opened.file_id, opened.upload_id, "content")
        thumbnail = key_of(account_id, opened.file_id, opened.upload_id, "thumbnail")
        row = {
            "account_id": account_id,
            "user_id": user_id,
            "file_id": opened.file_id,
            "content_handle": await self.blobs.initiate(content),
            "thumbnail_handle": await self.blobs.initiate(thumbnail) if opened.thumbnail else None,
            "expires_at": opened.expires_at,
        }
        work.write(RowChange("add", "work.upload", {"upload_id": opened.upload_id}, row))

    async def _arrived(
        self, account_id: UUID, user_id: UUID, file_id: UUID, upload_id: UUID
    ) -> tuple[KnownPart, ...]:
        """What the store confirms of what was promised."""
        upload = await self.uploads.find(account_id, upload_id)
        if upload is None or upload.user_id != user_id:
            raise NotFound("There is no such upload.")
        promised = await self.uploads.parts(upload_id)
        known: list[KnownPart] = []
        objects: tuple[ObjectName, ...] = ("content", "thumbnail")
        for name in objects:
            handle = upload.handle(name)
            if handle is None:
                continue
            key = key_of(account_id, file_id, upload_id, name)
            etags = {(p.number, p.size): p.etag for p in await self.blobs.parts(key, handle)}
            for signed in promised:
                place = (signed.part.number, signed.part.size)
                if signed.object == name and place in etags:
                    digest = unpadded(signed.part.sha256)
                    known.append(KnownPart(name, *place, digest, etags[place]))
        return tuple(known)


def routes(desk: UploadDesk) -> dict[type, Route]:
    return {BeginUpload: Route("document.create", desk.begin, (FILE,))}


def _promise(part: PartToSign, content: Extent, thumbnail: Extent | None) -> SignedPart:
    extent = content if part.object == "content" else thumbnail
    if extent is None:
        raise NotFound("This upload has no thumbnail.")
    promised = Part(part.number, part.size, bytes_of(part.sha256_b64u))
    hashes = bytes_of(part.frame_hashes_b64u)
    check_part(promised, hashes, extent)
    return SignedPart(part.object, promised, hashes)


def _address(signed: SignedPart, address: Address) -> PartAddress:
    return PartAddress(signed.object, signed.part.number, address.url, "PUT", dict(address.headers))
