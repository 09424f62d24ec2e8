"""Wraps of role keys for devices: each with the `role.grant` by which a holder answers for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from application.commands import Route
from application.unit_of_work import Work
from application.vault.boxes import box_hash
from application.vault.content import check_content_signature
from application.vault.key_statements import key_log_of, not_holder
from application.vault.ports import Checks
from domain.errors import InvalidArgument, NotSignedIn, Refused
from domain.ids import RoleId
from domain.kernel import Value
from domain.records import bytes_of
from domain.sealed import DeviceWrap
from domain.vault.encoding import is_point, malformed
from domain.vault.key_log import KEY_LOG, KeyLog
from domain.vault.role_keys import ROLE_KEYRING, AddRoleLink, GrantRoleKey, Link
from domain.vault.statement_types import RoleGrant
from domain.vault.statements import Statement, read


class GrantRoleKeys(Value, frozen=True):
    """Serve devices that the key log already assigns the role to."""

    items: Annotated[tuple[DeviceWrap, ...], Meta(min_length=1, max_length=64)]
    single: bool = False
    """Whether the answer is the one wrap and no list."""


class AddLink(Value, frozen=True):
    """A history link that opens, beside one that does not."""

    role_id: RoleId
    generation: Annotated[int, Meta(ge=2, le=2**31)]
    previous_sealed_b64u: Link


@dataclass(frozen=True)
class Grants:
    checks: Checks

    async def grant(self, work: Work, command: GrantRoleKeys) -> DeviceWrap | tuple[DeviceWrap, ...]:
        for wrap in command.items:
            statement = read(wrap.statement_b64u, wrap.signature_b64u)
            log = await check_content_signature(work, self.checks, statement)
            role = log.roles.get(wrap.role_id)
            if role is None or wrap.generation != role.generation:
                raise Refused("This role's key was renewed in the meantime.", reason="stale_generation")
            if role.roll_due:
                raise Refused("This role's key must be renewed first.", reason="roll_due")
            if not log.holds(statement.header.user_id, wrap.role_id):
                raise not_holder(wrap.role_id)
            check_wrap(log, wrap, statement)
            await work.decide(ROLE_KEYRING, wrap.role_id, GrantRoleKey(wrap))
        return command.items[0] if command.single else command.items

    async def add_link(self, work: Work, command: AddLink) -> AddLink:
        user_id = work.context.actor.user_id
        if user_id is None:
            raise NotSignedIn()
        log = await key_log_of(work)
        if not log.holds(user_id, command.role_id):
            raise not_holder(command.role_id)
        link = AddRoleLink(command.generation, command.previous_sealed_b64u)
        await work.decide(ROLE_KEYRING, command.role_id, link)
        return command


def check_wrap(log: KeyLog, wrap: DeviceWrap, statement: Statement) -> None:
    """Check that a wrap is for an active device of an assigned member, under its true keys, and is the signed
    one.
    """
    role, device = log.roles[wrap.role_id], log.devices.get(wrap.device_id)
    if device is None or device.state != "active" or device.user_id != wrap.user_id:
        raise Refused("This device is not active.", reason="not_role_member")
    if wrap.user_id not in role.assigned:
        raise Refused("This person does not have the role.", reason="not_role_member")
    if bytes_of(wrap.device_public_key_b64u) != device.agreement:
        raise InvalidArgument("The wrap is for another device key.", reason="device_key")
    if bytes_of(wrap.role_public_key_b64u) != role.public or wrap.generation != role.generation:
        raise Refused("This role's key was renewed in the meantime.", reason="stale_generation")
    data = bytes_of(wrap.data_b64u)
    if data[0] != 1 or not is_point(data[1:66]):
        raise InvalidArgument("The wrap is not of this format.", reason="form")
    body = statement.body
    if not isinstance(body, RoleGrant):
        raise malformed("it is of another type")
    named = (body.role_id, body.device_id, body.generation, body.user_id)
    if named != (wrap.role_id, wrap.device_id, wrap.generation, wrap.user_id):
        raise malformed("it is about another wrap")
    if body.box_hash != box_hash(wrap):
        raise malformed("the wrap is not the signed one")


async def check_wraps_of_generation(
    work: Work, checks: Checks, role_id: RoleId, wraps: Sequence[DeviceWrap]
) -> None:
    """A new generation comes with one wrap for every device that stays, all made by its author."""
    log = await key_log_of(work)
    wanted = log.devices_of(role_id)
    given = {wrap.device_id for wrap in wraps}
    if len(given) != len(wraps):
        raise InvalidArgument("One wrap per device.", reason="form")
    missing = sorted(wanted.keys() - given)
    if missing:
        raise Refused(
            "A device of this role has no wrap.",
            reason="wraps_incomplete",
            devices=[
                {"deviceId": str(device_id), "userId": str(wanted[device_id].user_id)}
                for device_id in missing
            ],
        )
    for wrap in wraps:
        if wrap.role_id != role_id:
            raise InvalidArgument("The wrap is of another role.", reason="form")
        statement = read(wrap.statement_b64u, wrap.signature_b64u)
        await check_content_signature(work, checks, statement)
        check_wrap(log, wrap, statement)


def routes(grants: Grants) -> dict[type, Route]:
    return {
        GrantRoleKeys: Route("key.grant", grants.grant, (KEY_LOG, ROLE_KEYRING)),
        AddLink: Route("key.grant", grants.add_link, (KEY_LOG, ROLE_KEYRING)),
    }
