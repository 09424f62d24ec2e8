"""A device is announced, attached and revoked; its keys are nobody else's."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

from msgspec.structs import replace

from domain.errors import InvalidArgument, NotFound, Refused, Stale
from domain.ids import DeviceId, UserId
from domain.kernel import PiiRef
from domain.sealed import RecoveryEnvelope, Signed
from domain.vault.devices import (
    DEVICE,
    NO_HASH,
    AnnounceDevice,
    AttachDevice,
    DeviceAttached,
    DeviceFacts,
    DevicePending,
    DeviceRevoked,
    RevokeDevice,
    SeeView,
    UseForRecovery,
    ViewSeen,
)
from tests.support.decisions import NOON, Story

ID = DeviceId(uuid4())
FACTS = DeviceFacts(
    user_id=UserId(uuid4()),
    name_ref=PiiRef("p1.x"),
    device_public_key_b64u="B" * 87,
    sign_public_key_b64u="C" * 87,
    hash="D" * 43,
    device_signature_b64u="E" * 86,
    recovery=RecoveryEnvelope("A" * 152, "B" * 16, "C" * 22),
    authenticator=True,
)
ATTACH = AttachDevice(ID, "first", "F" * 43, 3, FACTS)
device = Story(DEVICE)


def test_a_waiting_device_is_attached_as_it_was_announced() -> None:
    waiting = device.after(AnnounceDevice(ID, FACTS))
    assert isinstance(waiting.past[0], DevicePending)
    (attached,) = waiting.when(AttachDevice(ID, "device", "F" * 43, 9)).carried_out()
    assert isinstance(attached, DeviceAttached)
    assert (attached.hash, attached.how, attached.seq) == (FACTS.hash, "device", 9)


def test_the_same_announcement_is_one_until_a_day_has_passed() -> None:
    waiting = device.after(AnnounceDevice(ID, FACTS))
    waiting.when(AnnounceDevice(ID, FACTS)).then()
    later = waiting.at(NOON + timedelta(hours=25))
    assert len(later.when(AnnounceDevice(ID, FACTS)).carried_out()) == 1


def test_another_card_under_the_same_id_is_refused() -> None:
    other = replace(FACTS, hash="X" * 43)
    for past in (device.after(AnnounceDevice(ID, FACTS)), device.after(ATTACH)):
        past.when(AnnounceDevice(ID, other)).then_refused(InvalidArgument, "statement_invalid")


def test_nobody_attaches_what_was_never_announced() -> None:
    device.when(AttachDevice(ID, "device", "F" * 43, 9)).then_refused(NotFound, "not_found")


def test_a_revoked_device_never_comes_back() -> None:
    revoked = device.after(ATTACH, RevokeDevice("lost"))
    assert revoked.past[-1] == DeviceRevoked("lost")
    revoked.when(RevokeDevice("lost")).then()
    revoked.when(ATTACH).then_refused(Refused, "device_revoked")
    revoked.when(AnnounceDevice(ID, FACTS)).then_refused(Refused, "device_revoked")


def test_views_follow_one_another() -> None:
    attached = device.after(ATTACH)
    signed = Signed(statement_b64u="AAAA", signature_b64u="A" * 86)
    seen = attached.after(SeeView(signed, 1, NO_HASH, "V" * 43))
    assert seen.past[-1] == ViewSeen(signed)
    seen.when(SeeView(signed, 1, NO_HASH, "V" * 43)).then_refused(Stale, "revision_conflict")
    newest = seen.state.newest_view
    assert len(seen.when(SeeView(signed, 2, newest, "W" * 43)).carried_out()) == 1


def test_a_recovery_is_told_once_per_new_device() -> None:
    attached, new = device.after(ATTACH), DeviceId(uuid4())
    used = attached.after(UseForRecovery(new))
    used.when(UseForRecovery(new)).then()
    assert len(used.when(UseForRecovery(DeviceId(uuid4()))).carried_out()) == 1


def test_both_keys_are_claimed() -> None:
    (attached,) = device.when(ATTACH).carried_out()
    assert {claim.value for claim in attached.claims()} == {
        FACTS.device_public_key_b64u,
        FACTS.sign_public_key_b64u,
    }
    assert {(claim.scope, claim.kind) for claim in attached.claims()} == {("global", "device_key")}
