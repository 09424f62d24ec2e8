"""`/devices`: the public keys of the devices of an account."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from litestar import Controller, Response, get
from litestar.params import QueryParameter

from api.http.answers import Data, one
from api.http.given import Fresh, Given
from api.http.vault.shapes import PublicDevice
from application.access import permitted
from application.personal_values import opened
from application.ports import Context, PersonalData
from projections.kernel import Reader
from projections.vault.wraps import public_keys


class PublicKeyController(Controller):
    path = "/devices"
    tags = ("keys",)
    opt = {"opens_keys": True}  # noqa: RUF012

    @get("/public-keys", operation_id="listDevicePublicKeys")
    async def public_keys(
        self,
        context: Given[Context],
        reader: Given[Reader],
        personal: Given[PersonalData],
        fresh: Given[Fresh],
        role_id: Annotated[UUID | None, QueryParameter(name="roleId")] = None,
    ) -> Response[Data[list[PublicDevice]]]:
        """List the active devices of one role or of all. A hint: the key log decides."""
        account_id = permitted(context, "key.read")
        rows = await opened(personal, await public_keys(reader, account_id, role_id))
        return one(msgspec.json.encode(rows), fresh)
