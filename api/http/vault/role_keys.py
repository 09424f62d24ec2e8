"""`/roles`: the wraps of role keys, who waits for one, and their renewal."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import JSONBody, QueryParameter

from api.http.answers import Data, answer, one
from api.http.forms import read_as
from api.http.given import Fresh, Given
from api.http.vault.shapes import MissingWrap, RoleBundle
from application.access import permitted, signed_in
from application.commands import Commands
from application.ports import Context
from application.processes.read_keys import ReadBundle
from application.processes.roll_role_key import Rolled, RollWrap
from application.vault.grants import AddLink, GrantRoleKeys
from domain.ids import RoleId
from domain.kernel import Value
from domain.sealed import DeviceWrap
from projections.kernel import Reader
from projections.vault.wraps import missing_wraps, wraps_of_device

DeviceKey = Annotated[str, QueryParameter(name="devicePublicKeyB64u", pattern=r"\A[A-Za-z0-9_-]{87}\Z")]


class WrapRequest(Value, frozen=True):
    """One wrap, several as `items`, or a history link that opens (`previousSealedB64u`)."""

    items: tuple[DeviceWrap, ...] | None = None
    role_id: UUID | None = None
    user_id: UUID | None = None
    device_id: UUID | None = None
    generation: int | None = None
    role_public_key_b64u: str | None = None
    device_public_key_b64u: str | None = None
    iv_b64u: str | None = None
    salt_b64u: str | None = None
    data_b64u: str | None = None
    statement_b64u: str | None = None
    signature_b64u: str | None = None
    previous_sealed_b64u: str | None = None


class RoleKeyController(Controller):
    path = "/roles"
    tags = ("keys",)
    opt = {"opens_keys": True}  # noqa: RUF012

    @get("/missing-wraps", operation_id="listMissingWraps")
    async def missing(
        self, context: Given[Context], reader: Given[Reader], fresh: Given[Fresh]
    ) -> Response[Data[list[MissingWrap]]]:
        """List the role key wraps that the caller could add. A hint: the key log decides.

        In a read-only account no wraps can be added, and the list is empty.
        """
        account_id = permitted(context, "key.read")
        may_add = "key.grant" in context.actor.may
        rows = await missing_wraps(reader, account_id, signed_in(context)) if may_add else []
        return one(msgspec.json.encode(rows), fresh)

    @get("/bundle", operation_id="getRoleBundle", opt={"is_bundle": True})
    async def bundle(
        self,
        context: Given[Context],
        commands: Given[Commands],
        fresh: Given[Fresh],
        device_key: DeviceKey,
        role_id: Annotated[UUID, QueryParameter(name="roleId")],
    ) -> Response[Data[RoleBundle]]:
        """Get the wrap of a role key for one of your devices, with the links to earlier generations."""
        return answer(await commands.run(ReadBundle(device_key, RoleId(role_id)), context))

    @get("/wraps", operation_id="listRoleWraps")
    async def wraps(
        self, context: Given[Context], reader: Given[Reader], fresh: Given[Fresh], device_key: DeviceKey
    ) -> Response[Data[list[DeviceWrap]]]:
        """List the role key wraps of one of your devices."""
        account_id = permitted(context, "key.read")
        rows = await wraps_of_device(reader, account_id, signed_in(context), device_key)
        return one("[" + ",".join(rows) + "]", fresh)

    @post("/wrap", operation_id="grantRoleKey", status_code=201)
    async def wrap(
        self, data: JSONBody[WrapRequest], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[DeviceWrap | list[DeviceWrap] | AddLink]]:
        """Add role key wraps for devices. Idempotent: the same wraps again answer 200."""
        outcome = await commands.run(_command_of(data), context)
        is_new = bool(outcome.facts) or outcome.replayed is not None
        return answer(outcome, status=201 if is_new else 200)

    @post("/roll-wrap", operation_id="rollRoleKey", status_code=200)
    async def roll(
        self, data: JSONBody[RollWrap], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[Rolled]]:
        """Create, restart or roll a role key, with a wrap for every device that keeps access."""
        return answer(await commands.run(data, context))


def _command_of(data: WrapRequest) -> GrantRoleKeys | AddLink:
    members = {name: value for name, value in msgspec.to_builtins(data).items() if value is not None}
    if data.items is not None:
        return read_as(members, GrantRoleKeys)
    if data.previous_sealed_b64u is not None:
        return read_as(members, AddLink)
    return GrantRoleKeys((read_as(members, DeviceWrap),), single=True)
