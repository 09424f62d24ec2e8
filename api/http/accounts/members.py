"""`/users`: the members of the current account."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from litestar import Controller, Request, Response, delete, get, put
from litestar.params import FromPath, JSONBody, QueryParameter

from api.http.accounts.personal import carried_out, opened_text, opened_texts
from api.http.accounts.shapes import ChangedMember, MemberShape
from api.http.accounts.signed import MaybeSigned, signed_of
from api.http.answers import Data, Page, answer, listed, one
from api.http.given import Fresh, Given
from api.http.versions import version_of
from application.access import permitted
from application.commands import Commands
from application.ports import Context, PersonalData
from application.processes.members import ChangeMember, EndMembership
from domain.errors import NotFound
from domain.ids import UserId
from projections.accounts.member_list import member_of, members_of
from projections.kernel import Reader

SEATS = 1000  # domain.md section 2


class Ending(MaybeSigned, frozen=True, kw_only=True):
    """Carries the signed `user.remove` if the member has a device in the key log."""

    accept_data_loss: bool = False


class MemberController(Controller):
    path = "/users"
    tags = ["members"]  # noqa: RUF012

    @get(operation_id="listUsers")
    async def list_users(
        self,
        context: Given[Context],
        reader: Given[Reader],
        personal: Given[PersonalData],
        fresh: Given[Fresh],
        role_id: Annotated[UUID | None, QueryParameter(name="roleId")] = None,
        standing: Annotated[Literal["active", "banned"] | None, QueryParameter(name="state")] = None,
    ) -> Response[Page[MemberShape]]:
        """List the members in the order they joined."""
        account_id = permitted(context, "member.list")
        rows = await members_of(reader, account_id, role_id=role_id, state=standing)
        return listed(await opened_texts(personal, rows), fresh, limit=SEATS)

    @get("/{user_id:uuid}", operation_id="getUser")
    async def get_user(
        self,
        user_id: FromPath[UUID],
        context: Given[Context],
        reader: Given[Reader],
        personal: Given[PersonalData],
        fresh: Given[Fresh],
    ) -> Response[Data[MemberShape]]:
        """Get one member."""
        row = await member_of(reader, permitted(context, "member.list"), user_id)
        if row is None:
            raise NotFound("There is no such member.", reason="member")
        return one(await opened_text(personal, row), fresh)

    @put("/role", operation_id="setUserRole")
    async def set_role(
        self,
        request: Request[Any, Any, Any],
        data: JSONBody[ChangeMember],
        context: Given[Context],
        commands: Given[Commands],
        personal: Given[PersonalData],
    ) -> Response[Data[ChangedMember]]:
        """Set a member's role, and the additional roles they can read."""
        command = ChangeMember(
            user_id=data.user_id,
            role_id=data.role_id,
            reads_role_ids=data.reads_role_ids,
            version=version_of(request, data.version),
        )
        return answer(await carried_out(commands, personal, command, context))

    @delete("/{user_id:uuid}", operation_id="removeUser", status_code=204)
    async def remove(
        self,
        user_id: FromPath[UUID],
        context: Given[Context],
        commands: Given[Commands],
        data: JSONBody[Ending | None] = None,
    ) -> Response[None]:
        """Remove a member, or leave."""
        command = EndMembership(
            user_id=UserId(user_id),
            accept_data_loss=data is not None and data.accept_data_loss,
            signed=signed_of(data),
        )
        return answer(await commands.run(command, context), status=204)
