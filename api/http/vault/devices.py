"""`/api/auth/device`: attaching, waiting, unlocking and recovering."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from litestar import Controller, Response, delete, get, post, put
from litestar.params import JSONBody, QueryParameter

from api.http.answers import answer
from api.http.given import Fresh, Given
from api.http.vault.shapes import PendingDevices, bare
from application.access import in_account, signed_in
from application.commands import Commands
from application.personal_values import opened
from application.ports import Context, PersonalData
from application.processes.attach_device import Attach, Attached
from application.processes.read_keys import ReadRecovery, RecoveryAnswer
from application.processes.refuse_device import RefuseDevice
from application.processes.unlock_device import (
    DropShare,
    KeepShare,
    KeptUntil,
    OpenedShare,
    Success,
    UseShare,
)
from domain.errors import AlreadyExists
from domain.ids import DeviceId
from domain.vault.devices import WAITS_FOR
from projections.kernel import Reader
from projections.vault.wraps import pending_devices


class DeviceController(Controller):
    path = "/api/auth/device"
    tags = ("keys",)
    opt = {"opens_keys": True}  # noqa: RUF012

    @post("/attach", operation_id="attachDevice", status_code=200)
    async def attach(
        self, data: JSONBody[Attach], context: Given[Context], commands: Given[Commands]
    ) -> Response[Attached]:
        """Attach a device with its own statement, or as pending until another device approves it."""
        try:
            return answer(await commands.run(data, context), data=False)
        except AlreadyExists as refusal:
            if refusal.reason != "claim_taken":
                raise
            raise AlreadyExists(
                "These keys belong to another device.", reason="device_key_in_use"
            ) from refusal

    @get("/pending", operation_id="listPendingDevices")
    async def pending(
        self,
        context: Given[Context],
        reader: Given[Reader],
        personal: Given[PersonalData],
        fresh: Given[Fresh],
    ) -> Response[PendingDevices]:
        """List your pending devices; with `member.update` also first devices of members without a vouch."""
        account_id, user_id = in_account(context), signed_in(context)
        since = context.now - WAITS_FOR
        rows = await opened(personal, await pending_devices(reader, account_id, user_id, since))
        return bare(msgspec.json.encode({"data": rows}), fresh)

    @delete("/pending", operation_id="refusePendingDevice", status_code=200, opt={"opens_keys": False})
    async def refuse(
        self,
        context: Given[Context],
        commands: Given[Commands],
        device_id: Annotated[UUID, QueryParameter(name="deviceId")],
    ) -> Response[Success]:
        """Refuse a device of yours that waits for approval by another one."""
        return answer(await commands.run(RefuseDevice(DeviceId(device_id)), context), data=False)

    @get("/unlock-share", operation_id="getUnlockShare")
    async def use_share(
        self,
        context: Given[Context],
        commands: Given[Commands],
        device_id: Annotated[UUID, QueryParameter(name="deviceId")],
    ) -> Response[OpenedShare]:
        """Get the server's share of this session's unlock secret, and extend it by 24 hours."""
        found = answer(await commands.run(UseShare(DeviceId(device_id)), context), data=False)
        found.headers["Cache-Control"] = "no-store"
        return found

    @put("/unlock-share", operation_id="keepUnlockShare")
    async def keep_share(
        self, data: JSONBody[KeepShare], context: Given[Context], commands: Given[Commands]
    ) -> Response[KeptUntil]:
        """Store the server's share of this session's unlock secret."""
        return answer(await commands.run(data, context), data=False)

    @delete("/unlock-share", operation_id="dropUnlockShare", status_code=200, opt={"opens_keys": False})
    async def drop_share(
        self,
        context: Given[Context],
        commands: Given[Commands],
        device_id: Annotated[UUID, QueryParameter(name="deviceId")],
    ) -> Response[Success]:
        """Delete the server's share of the unlock secret, which locks the device."""
        return answer(await commands.run(DropShare(DeviceId(device_id)), context), data=False)

    @get("/recovery", operation_id="getRecoveryEnvelopes")
    async def recovery(self, context: Given[Context], commands: Given[Commands]) -> Response[RecoveryAnswer]:
        """Get the recovery envelopes of your devices. Requires step-up; five times a day."""
        found = answer(await commands.run(ReadRecovery(), context), data=False)
        found.headers["Cache-Control"] = "no-store"
        return found
