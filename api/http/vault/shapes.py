"""The shapes in which keys travel."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from litestar import MediaType, Response
from msgspec import Meta

from api.http.given import Fresh
from domain.kernel import Value
from domain.sealed import RecoveryEnvelope

Kind = Annotated[str, Meta(min_length=1, max_length=40)]


class LogEntry(Value, frozen=True, omit_defaults=True):
    """A key statement with its signatures."""

    seq: int
    statement_b64u: str
    signature_b64u: str
    device_signature_b64u: str | None = None
    roll_proof_b64u: str | None = None


class KeyHead(Value, frozen=True):
    """The newest key statement."""

    seq: int
    hash_b64u: str


class LogPage(Value, frozen=True):
    data: list[LogEntry]
    head: KeyHead | None


class LeafShape(Value, frozen=True):
    """A leaf of the account tree: only who knows an object's id recognises its tag."""

    tag_b64u: str
    seq: int
    hash_b64u: str


class Leaves(Value, frozen=True):
    data: list[LeafShape]


class AskedObject(Value, frozen=True):
    """An object, and how many of its statements the caller has proven; a `view` is named by its device."""

    kind: Kind
    id: UUID
    after: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0


class AskedChains(Value, frozen=True):
    objects: Annotated[tuple[AskedObject, ...], Meta(min_length=1, max_length=500)]


class Link(Value, frozen=True):
    """A statement of a chain with its signature."""

    statement_b64u: str
    signature_b64u: str


class ObjectChain(Value, frozen=True):
    """The statements of an object in their order; none where it was never for the caller."""

    kind: str
    id: UUID
    statements: list[Link]


class ChainPage(Value, frozen=True):
    """The chains in the order asked for; with `more` there are further statements to ask for."""

    data: list[ObjectChain]
    more: bool


class PendingWord(Value, frozen=True):
    """What the server alone says about a device that waits."""

    device_name: str
    at: datetime


class PendingDevice(Value, frozen=True, omit_defaults=True, kw_only=True):
    """A device that waits. Of an own one that no statement names: also all that its card is made of.

    The card of a first device is in its `device.add`; the salt opens the commitment in that.
    """

    device_id: UUID
    pairing_id_b64u: str | None = None
    pairing_mac_b64u: str | None = None
    person_salt_b64u: str | None = None
    device_public_key_b64u: str | None = None
    sign_public_key_b64u: str | None = None
    recovery: RecoveryEnvelope | None = None
    authenticator: bool | None = None
    device_signature_b64u: str | None = None
    word: PendingWord


class PendingDevices(Value, frozen=True):
    data: list[PendingDevice]


class DeviceWord(Value, frozen=True):
    """What the server alone says about an active device."""

    device_name: str
    attached_at: datetime
    has_wrap: bool


class PublicDevice(Value, frozen=True):
    """An active device. A hint: clients believe their own replay of the key log."""

    user_id: UUID
    device_id: UUID
    device_public_key_b64u: str
    sign_public_key_b64u: str
    statement_hash_b64u: str
    word: DeviceWord


class MissingWrap(Value, frozen=True):
    """A wrap that the caller could make: ids only, the key log decides."""

    role_id: UUID
    user_id: UUID
    device_id: UUID


class RoleBundle(Value, frozen=True):
    """The wrap of a role for one device, with the links from the newest generation down."""

    role_id: UUID
    user_id: UUID
    device_id: UUID
    generation: int
    role_public_key_b64u: str
    device_public_key_b64u: str
    iv_b64u: str
    salt_b64u: str
    data_b64u: str
    statement_b64u: str
    signature_b64u: str
    previous_sealed_b64u: list[str]


def bare(content: bytes, fresh: Fresh) -> Response[Any]:
    """An answer under `/api/auth`: ready JSON without an envelope of ours."""
    headers = {"X-Stale": "true"} if fresh.stale else {}
    return Response(content=content, headers=headers, media_type=MediaType.JSON)
