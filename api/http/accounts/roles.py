"""`/api/roles`: what people can be in an account."""

from __future__ import annotations

from litestar import Controller, Response, get

from api.http.accounts.shapes import RoleShape
from api.http.answers import Page, listed
from api.http.given import Fresh, Given
from application.access import permitted
from application.ports import Context
from projections.accounts.roles import roles_of
from projections.kernel import Reader


class RoleController(Controller):
    path = "/api/roles"
    tags = ["roles"]  # noqa: RUF012

    @get(operation_id="listRoles")
    async def list_roles(
        self, context: Given[Context], reader: Given[Reader], fresh: Given[Fresh]
    ) -> Response[Page[RoleShape]]:
        """List the roles with what they allow and how many people have them."""
        rows = await roles_of(reader, permitted(context, "role.list"))
        return listed(rows, fresh, limit=50)
