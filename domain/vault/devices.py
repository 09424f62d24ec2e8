"""Devices: announced by their own browser, attached by a statement, revoked for good."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal, assert_never

from msgspec import Meta
from msgspec.structs import asdict, replace

from domain.errors import InvalidArgument, NotFound, Refused, Stale
from domain.ids import DeviceId, UserId
from domain.kernel import Claim, Decider, Event, Moment, PiiRef, Value
from domain.records import bytes_of, unpadded
from domain.sealed import Hash, Point, RecoveryEnvelope, Signature, Signed
from domain.vault.encoding import sha256

How = Literal["genesis", "first", "device", "recovery"]
WAITS_FOR = timedelta(hours=24)
NO_HASH = "A" * 43

PairingId = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{22}\Z")]


class DeviceFacts(Value, frozen=True, kw_only=True):
    """All that a device says of itself; together they make its card."""

    user_id: UserId
    name_ref: PiiRef
    device_public_key_b64u: Point
    sign_public_key_b64u: Point
    hash: Hash
    device_signature_b64u: Signature
    recovery: RecoveryEnvelope
    authenticator: bool
    pairing_id_b64u: PairingId | None = None
    pairing_mac_b64u: Hash | None = None


class AnnounceDevice(Value, frozen=True):
    """A further device waits for one that the person has."""

    device_id: DeviceId
    facts: DeviceFacts


class AttachDevice(Value, frozen=True):
    """The key log has taken the device in. `facts` are those it announced, or comes with."""

    device_id: DeviceId
    how: How
    statement_hash: Hash
    seq: int
    facts: DeviceFacts | None = None


class RenameDevice(Value, frozen=True):
    name_ref: PiiRef


class RevokeDevice(Value, frozen=True):
    reason: str


class UseForRecovery(Value, frozen=True):
    new_device_id: DeviceId


class SeeView(Value, frozen=True):
    """A signed sign of life: this is how far the device has seen the log."""

    signed: Signed
    seq: int
    prev_hash: Hash
    hash: Hash


class _DeviceDescribed(Event, frozen=True, kw_only=True):
    device_id: DeviceId
    user_id: UserId
    name_ref: PiiRef
    device_public_key_b64u: str
    sign_public_key_b64u: str
    hash: str
    device_signature_b64u: str
    recovery: RecoveryEnvelope
    authenticator: bool
    pairing_id_b64u: str | None = None
    pairing_mac_b64u: str | None = None

    def claims(self) -> Iterable[Claim]:
        """No key is ever two people's, in whatever account."""
        return (
            Claim("global", "device_key", self.device_public_key_b64u),
            Claim("global", "device_key", self.sign_public_key_b64u),
        )


class DevicePending(_DeviceDescribed, frozen=True, kw_only=True, tag="device.pending"):
    announced_at: datetime


class DeviceAttached(_DeviceDescribed, frozen=True, kw_only=True, tag="device.attached"):
    how: How
    statement_hash: str
    seq: int


class DeviceRenamed(Event, frozen=True, tag="device.renamed"):
    name_ref: PiiRef


class DeviceRevoked(Event, frozen=True, tag="device.revoked"):
    reason: str


class RecoveryUsed(Event, frozen=True, tag="device.recovery_used"):
    new_device_id: DeviceId


class ViewSeen(Event, frozen=True, tag="device.view_seen"):
    signed: Signed


DeviceCommand = AnnounceDevice | AttachDevice | RenameDevice | RevokeDevice | UseForRecovery | SeeView
DeviceEvent = DevicePending | DeviceAttached | DeviceRenamed | DeviceRevoked | RecoveryUsed | ViewSeen


class Device(Value, frozen=True):
    """What decisions about a device need to know."""

    facts: DeviceFacts
    state: Literal["pending", "attached", "revoked"]
    seq: int | None = None
    """The place of its `device.add`."""
    announced_at: datetime | None = None
    recovered_by: DeviceId | None = None
    views: int = 0
    newest_view: str = NO_HASH


def decide(command: DeviceCommand, device: Device | None, moment: Moment) -> list[DeviceEvent]:
    match command:
        case AnnounceDevice(device_id=device_id, facts=facts):
            if device is not None:
                _check_same(device, facts)
                announced = device.announced_at
                if device.state == "attached" or (announced and moment.now - announced < WAITS_FOR):
                    return []
            return [DevicePending(device_id=device_id, announced_at=moment.now, **_members(facts))]
        case AttachDevice(device_id=device_id, how=how, statement_hash=statement_hash, seq=seq):
            facts = command.facts or (device.facts if device else None)
            if facts is None:
                raise NotFound("There is no such device waiting.")
            if device is not None:
                _check_same(device, facts)
                if device.state == "attached":
                    return []
            return [
                DeviceAttached(
                    device_id=device_id,
                    how=how,
                    statement_hash=statement_hash,
                    seq=seq,
                    **_members(facts),
                )
            ]
        case _:
            pass
    if device is None:
        raise NotFound("There is no such device.")
    match command:
        case RenameDevice(name_ref=name_ref):
            return [] if name_ref == device.facts.name_ref else [DeviceRenamed(name_ref)]
        case RevokeDevice(reason=reason):
            return [] if device.state == "revoked" else [DeviceRevoked(reason)]
        case UseForRecovery(new_device_id=new_device_id):
            return [] if new_device_id == device.recovered_by else [RecoveryUsed(new_device_id)]
        case SeeView(signed=signed, seq=seq, prev_hash=prev_hash):
            if (seq, prev_hash) != (device.views + 1, device.newest_view):
                raise Stale("This device was seen in the meantime.", reason="revision_conflict")
            return [ViewSeen(signed)]
        case _:
            assert_never(command)


def _check_same(device: Device, facts: DeviceFacts) -> None:
    if device.state == "revoked":
        raise Refused("This device was revoked. It needs new keys.", reason="device_revoked")
    if device.facts.hash != facts.hash or device.facts.recovery != facts.recovery:
        raise InvalidArgument("This device was announced with another card.", reason="statement_invalid")


def _members(facts: DeviceFacts) -> dict[str, Any]:
    return asdict(facts)


def _facts(event: DevicePending | DeviceAttached) -> DeviceFacts:
    return DeviceFacts(**{name: getattr(event, name) for name in DeviceFacts.__struct_fields__})


def evolve(device: Device | None, event: DeviceEvent) -> Device | None:
    match event:
        case DevicePending():
            return Device(_facts(event), "pending", announced_at=event.announced_at)
        case DeviceAttached():
            return Device(_facts(event), "attached", event.seq)
        case _:
            pass
    if device is None:
        return None
    match event:
        case DeviceRenamed(name_ref=name_ref):
            return replace(device, facts=replace(device.facts, name_ref=name_ref))
        case DeviceRevoked():
            return replace(device, state="revoked")
        case RecoveryUsed(new_device_id=new_device_id):
            return replace(device, recovered_by=new_device_id)
        case ViewSeen(signed=signed):
            return replace(device, views=device.views + 1, newest_view=_hash_of(signed))
        case _:
            assert_never(event)


def _hash_of(signed: Signed) -> str:
    """The hash that the next view names. A fold is total, so a text that is no base64url has one too."""
    try:
        return unpadded(sha256(bytes_of(signed.statement_b64u)))
    except InvalidArgument:
        return NO_HASH


DEVICE: Decider[DeviceCommand, Device, DeviceEvent] = Decider(
    "device",
    (DevicePending, DeviceAttached, DeviceRenamed, DeviceRevoked, RecoveryUsed, ViewSeen),
    decide,
    evolve,
)
