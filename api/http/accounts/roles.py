"""`/api/roles`: what people can be in an account."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from litestar import Controller, Request, Response, delete, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from api.http.accounts.shapes import ChangedRole, RoleShape
from api.http.accounts.signed import MaybeSigned, signed_of
from api.http.answers import Data, Page, answer, listed
from api.http.given import Fresh, Given
from api.http.versions import version_of
from application.access import permitted
from application.commands import Commands
from application.ports import Context
from application.processes.roles import EditRole, EndRole, MakeRole, Permissions
from domain.accounts.accounts.commands import Description, RoleName
from domain.ids import RoleId
from domain.sealed import Count, Salt
from projections.accounts.roles import roles_of
from projections.kernel import Reader


class RoleChange(MaybeSigned, frozen=True, kw_only=True):
    """What is left out stays. A new name comes with its `role.set` and the salt that opens it."""

    name: RoleName | None = None
    description: Description | None = None
    permissions: Permissions | None = None
    version: Count | None = None
    salt_b64u: Salt | None = None


class RoleController(Controller):
    path = "/api/roles"
    tags = ["roles"]  # noqa: RUF012

    @get(operation_id="listRoles")
    async def list_roles(
        self, context: Given[Context], reader: Given[Reader], fresh: Given[Fresh]
    ) -> Response[Page[RoleShape]]:
        """List the roles with what they allow, how many people have them, and the state of their keys."""
        rows = await roles_of(reader, permitted(context, "role.list"))
        return listed(rows, fresh, limit=50)

    @post(operation_id="createRole", status_code=201)
    async def create(
        self, data: JSONBody[MakeRole], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[ChangedRole]]:
        """Create a role, with its first key wrapped for its creator and all owners."""
        return answer(await commands.run(data, context), status=201)

    @put("/{role_id:uuid}", operation_id="updateRole")
    async def update(
        self,
        request: Request[Any, Any, Any],
        role_id: FromPath[UUID],
        data: JSONBody[RoleChange],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[Data[ChangedRole]]:
        """Change a custom role; the version is required."""
        command = EditRole(
            role_id=RoleId(role_id),
            name=data.name,
            description=data.description,
            permissions=data.permissions,
            version=version_of(request, data.version),
            signed=signed_of(data, salt=data.salt_b64u),
        )
        return answer(await commands.run(command, context))

    @delete("/{role_id:uuid}", operation_id="deleteRole", status_code=204)
    async def remove(
        self,
        role_id: FromPath[UUID],
        context: Given[Context],
        commands: Given[Commands],
        move_to: Annotated[UUID | None, QueryParameter(name="moveTo")] = None,
    ) -> Response[None]:
        """Delete a role. Its members and open invitations move to another one."""
        target = None if move_to is None else RoleId(move_to)
        return answer(await commands.run(EndRole(RoleId(role_id), target), context), status=204)
