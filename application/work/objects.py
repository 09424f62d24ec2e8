"""How a file's objects are named in the store, and which parts they may consist of."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple, cast
from uuid import UUID

from application.work.frame_tree import HASH_BYTES
from application.work.ports import ObjectName, Part, SignedPart, Uploads
from domain.errors import InvalidArgument, OutOfRange, Refused
from domain.work.files.facts import Extent
from domain.work.files.rules import TAG_BYTES

MAX_PARTS = 10_000
MAX_PART_BYTES = 2**30
# Services that speak S3 take no smaller part, but for the last.
MIN_PART_BYTES = 5 * 2**20


def key_of(account_id: UUID, file_id: UUID, upload_id: UUID, name: ObjectName) -> str:
    """The object's name: by account first, so that an account's objects lie together."""
    return f"{account_id}/{file_id}/{upload_id}-{name}"


class Place(NamedTuple):
    """Whose object it is, and which of them."""

    account_id: UUID
    file_id: UUID
    upload_id: UUID
    name: ObjectName


def place_of(key: str) -> Place:
    """What `key_of` made the name of."""
    account, file, named = key.split("/")
    return Place(UUID(account), UUID(file), UUID(named[:36]), cast("ObjectName", named[37:]))


async def is_promised(uploads: Uploads, key: str) -> bool:
    """Whether there has to be an object of this name: its upload is finalised, and was not collected."""
    place = place_of(key)
    upload = await uploads.find(place.account_id, place.upload_id)
    return upload is not None and upload.finalised


def check_part(part: Part, frame_hashes: bytes, extent: Extent) -> None:
    """Refuse a part that this object cannot have: parts are whole frames, but the last may end early."""
    if not 1 <= part.number <= MAX_PARTS:
        raise OutOfRange("An object has at most 10000 parts.", reason="part_number")
    full = extent.frame_size + TAG_BYTES
    if not 0 < part.size <= min(extent.encrypted_size, MAX_PART_BYTES):
        raise OutOfRange("A part of this size does not belong to the file.", reason="part_size")
    if part.size % full not in (0, extent.encrypted_size % full):
        raise InvalidArgument("A part ends where a frame ends.", reason="part_size")
    if len(frame_hashes) != HASH_BYTES * ceil(part.size / full):
        raise InvalidArgument("Send the hash of every frame of the part.", reason="frame_hashes")


def check_whole(parts: Sequence[SignedPart], extent: Extent) -> bytes:
    """The hashes of all frames, if these parts are the whole object and nothing else."""
    missing = [number for number, part in enumerate(parts, start=1) if part.part.number != number]
    stored = sum(part.part.size for part in parts)
    if missing or stored < extent.encrypted_size:
        raise Refused("Not all parts have arrived.", reason="parts_missing")
    full = extent.frame_size + TAG_BYTES
    uneven = any(part.part.size % full or part.part.size < MIN_PART_BYTES for part in parts[:-1])
    hashes = b"".join(part.frame_hashes for part in parts)
    if uneven or stored != extent.encrypted_size or len(hashes) != HASH_BYTES * extent.frame_count:
        raise InvalidArgument("The parts do not make the file that was announced.", reason="upload_mismatch")
    return hashes
