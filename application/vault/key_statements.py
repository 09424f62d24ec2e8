"""Adding key statements to a unit of work, with everything that follows from them in the same append."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from application.ports import PersonalData, RowChange
from application.unit_of_work import Work
from application.vault.boxes import box_hash
from application.vault.ports import Checks
from domain.errors import InvalidArgument, NotAllowed, Refused, Stale
from domain.ids import AccountId, DeviceId
from domain.records import bytes_of, unpadded
from domain.sealed import Signed
from domain.vault.devices import DEVICE, AttachDevice, RevokeDevice
from domain.vault.encoding import malformed
from domain.vault.key_log import KEY_LOG, AppendKeyStatement, KeyLog, proofs_of
from domain.vault.key_log.effects import empty
from domain.vault.role_keys import ROLE_KEYRING, WithdrawRoleKey
from domain.vault.statement_types import DeviceAdd, DeviceRevoke, UserPerson, UserRemove
from domain.vault.statements import Statement, read_signed

UNLOCK_SHARES = "vault.unlock_share"


def account_of(work: Work) -> AccountId:
    """The account whose keys this is about."""
    account_id = work.context.actor.account_id
    if account_id is None:
        raise Refused("Choose an account first.", reason="no_account")
    return account_id


async def key_log_of(work: Work) -> KeyLog:
    """The log as this unit sees it; an empty one before the first device."""
    account_id = account_of(work)
    return await work.load(KEY_LOG, account_id) or empty(account_id)


async def append_key_statement(
    work: Work, checks: Checks, signed: Signed, *kinds: type[Any], personal: PersonalData | None = None
) -> Statement:
    """Check the next key statement and add it, if it is of one of these kinds.

    Devices and wraps that it ends are revoked and withdrawn in the same append. `personal` keeps the
    salt of a person's commitment. Refusals: `statement_invalid`, `no_authority`, `key_log_moved`, `salt`, and
    those of single rules (`not_holder`, `roll_due`, `device_limit`, `invitation_limit`,
    `personal_roles_off`).
    """
    statement = read_signed(signed)
    if not isinstance(statement.body, kinds):
        raise malformed("it does not belong here")
    account_id = account_of(work)
    before = await key_log_of(work)
    header = statement.header
    if header.account_id != account_id:
        raise malformed("it is of another account")
    if header.view_size > await checks.tree.size(account_id):
        raise malformed("it has seen more than there is")
    if (header.seq, header.prev_hash) != (before.next_seq, before.head):
        raise Stale("Someone else changed the keys at the same moment.", reason="key_log_moved")
    proven = all(
        checks.signatures.verify(proof.public_key, proof.message, proof.signature)
        for proof in proofs_of(before, statement)
    )
    salt_ref = None
    body = statement.body
    if isinstance(body, DeviceAdd | UserPerson) and body.person_commitment is not None:
        assert personal is not None  # every route that takes such a statement brings it
        salt_ref = (await personal.seal(body.user_id, {"salt": unpadded(salt_of(signed))}))["salt"]
        signed = replace(signed, salt_b64u=None)
    command = AppendKeyStatement(signed, proven, salt_ref)
    await work.decide(KEY_LOG, account_id, command)
    await _follow(work, before, await key_log_of(work), statement)
    return statement


async def attach_announced(work: Work, statement: Statement) -> None:
    """A `device.add` of a device that waits: its card becomes that of an attached device."""
    body = statement.body
    assert isinstance(body, DeviceAdd)
    device_id = DeviceId(body.device_id)
    device = await work.load(DEVICE, device_id)
    if device is None or device.state != "pending":
        raise malformed("no device waits under this id")
    recovery = device.facts.recovery
    if body.recovery_hash != box_hash(recovery) or body.how != "device":
        raise malformed("it is about another device")
    attach = AttachDevice(device_id, "device", unpadded(statement.hash), statement.header.seq)
    await work.decide(DEVICE, device_id, attach)


async def _follow(work: Work, before: KeyLog, after: KeyLog, statement: Statement) -> None:
    """What the statement ended: devices are revoked, and wraps that nobody may be served are withdrawn."""
    if before is after or (before.devices == after.devices and before.roles == after.roles):
        return
    reason = statement.body.reason if isinstance(statement.body, DeviceRevoke | UserRemove) else "removed"
    for role_id, role in before.roles.items():
        lost = before.devices_of(role_id).keys() - after.devices_of(role_id).keys()
        if role.generation != after.roles[role_id].generation:
            continue
        for device_id in sorted(lost):
            key = unpadded(before.devices[device_id].agreement)
            await work.decide(ROLE_KEYRING, role_id, WithdrawRoleKey(device_id, key))
    for device_id, device in before.devices.items():
        if device.state != "revoked" and after.devices[device_id].state == "revoked":
            await work.decide(DEVICE, device_id, RevokeDevice(reason))
            work.write(RowChange("delete", UNLOCK_SHARES, {"device_id": device_id}))


def check_salt(commitment: bytes, opened: bytes) -> None:
    """A commitment that the server can open must be to what it shows."""
    if commitment != opened:
        raise InvalidArgument("The name is not the signed one.", reason="name")


def salt_of(signed: Signed) -> bytes:
    if signed.salt_b64u is None:
        raise InvalidArgument("A commitment travels with its salt.", reason="salt")
    return bytes_of(signed.salt_b64u)


def not_holder(role_id: Any) -> NotAllowed:
    return NotAllowed("You do not hold this role's key.", reason="not_holder", role_id=str(role_id))
