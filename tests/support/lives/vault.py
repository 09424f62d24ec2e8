"""What can be asked of devices and of the keyrings of roles."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

from domain.ids import DeviceId, RoleId
from domain.kernel import Actor, Moment, PiiRef
from domain.records import bytes_of, unpadded
from domain.sealed import DeviceWrap, RecoveryEnvelope, Signed
from domain.vault.devices import (
    WAITS_FOR,
    AnnounceDevice,
    AttachDevice,
    Device,
    DeviceFacts,
    RenameDevice,
    RevokeDevice,
    SeeView,
    UseForRecovery,
)
from domain.vault.encoding import sha256
from domain.vault.role_keys import (
    AddRoleLink,
    CreateRoleKey,
    Generation,
    GrantRoleKey,
    RoleKeyring,
    RollRoleKey,
    WithdrawRoleKey,
)
from tests.support.decisions import NOON
from tests.support.lives.steps import Ask
from tests.support.shapes import ACCOUNT, ANN, named, statement

NOW = Moment(Actor("user", ANN, ACCOUNT), NOON)
ZEROS = "A" * 86
PHONE = DeviceId(named("phone"))
LAPTOP = DeviceId(named("laptop"))
ROLE = RoleId(named("role"))


def device(kept: Device | None, word: str) -> Iterator[Ask]:
    facts = DeviceFacts(
        user_id=ANN,
        name_ref=PiiRef("p1.phone"),
        device_public_key_b64u="B" * 87,
        sign_public_key_b64u="C" * 87,
        hash="D" * 43,
        device_signature_b64u="E" * 86,
        recovery=RecoveryEnvelope("A" * 152, "B" * 16, "C" * 22),
        authenticator=True,
    )
    yield Ask(AnnounceDevice(PHONE, facts), NOW)
    yield Ask(AnnounceDevice(PHONE, facts), NOW._replace(now=NOON + WAITS_FOR + timedelta(seconds=1)))
    yield Ask(AttachDevice(PHONE, "device", "F" * 43, 3, facts if kept is None else None), NOW)
    yield Ask(RenameDevice(PiiRef(f"p1.{word}")), NOW)
    yield Ask(RevokeDevice("lost"), NOW)
    yield Ask(UseForRecovery(DeviceId(named(word))), NOW)
    if kept is not None:
        seen = Signed(statement_b64u=statement(word), signature_b64u=ZEROS)
        hash_of_it = unpadded(sha256(bytes_of(seen.statement_b64u)))
        yield Ask(SeeView(seen, kept.views + 1, kept.newest_view, hash_of_it), NOW)


def role_keyring(kept: RoleKeyring | None, word: str) -> Iterator[Ask]:
    generation = (kept.generation if kept else 0) + 1
    made = Generation(ROLE, generation, _point(generation), "S" * 87, "C" * 43)
    yield Ask(CreateRoleKey(made, (_wrap(PHONE, generation),)), NOW)
    link = chr(ord("A") + generation % 26) * 232
    wraps = (_wrap(PHONE, generation), _wrap(LAPTOP, generation))
    yield Ask(RollRoleKey(made, wraps, link, ZEROS), NOW)
    for device_id in (PHONE, LAPTOP, named(word)):
        yield Ask(GrantRoleKey(_wrap(device_id, generation - 1 or 1)), NOW)
        yield Ask(WithdrawRoleKey(device_id, "D" * 87), NOW)
    better = unpadded(sha256(word.encode()))
    yield Ask(AddRoleLink(generation - 1 or 1, (better * 6)[:232]), NOW)


def _point(generation: int) -> str:
    return chr(ord("a") + generation % 26) * 87


def _wrap(device_id: UUID, generation: int) -> DeviceWrap:
    return DeviceWrap(
        role_id=ROLE,
        user_id=ANN,
        device_id=device_id,
        generation=generation,
        role_public_key_b64u=_point(generation),
        device_public_key_b64u="D" * 87,
        iv_b64u="I" * 16,
        salt_b64u="T" * 22,
        data_b64u="W" * 282,
        statement_b64u="AAAA",
        signature_b64u="G" * 86,
    )
