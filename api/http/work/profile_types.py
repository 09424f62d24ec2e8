"""`/api/profile-types`: the profile types, the same for all accounts, in the account's own order."""

from __future__ import annotations

from litestar import Controller, Response, get, patch
from litestar.params import JSONBody

from api.http.answers import Data, answer
from api.http.given import Given
from application.access import permitted
from application.commands import Commands
from application.ports import Context
from application.processes.order_profile_types import OrderTypes, ShownType, shown_types
from projections.kernel import Reader
from projections.work.profile_types import chosen_order
from projections.work.profiles import profiles_by_type


class ProfileTypeController(Controller):
    path = "/api/profile-types"
    tags = ["profiles"]  # noqa: RUF012

    @get("/", operation_id="listProfileTypes")
    async def list_types(self, context: Given[Context], reader: Given[Reader]) -> Data[list[ShownType]]:
        """List the profile types, with the fields of their form and the documents expected of each."""
        account_id = permitted(context, "profile.read")
        counts = await profiles_by_type(reader, account_id, context.actor.reads)
        return Data(shown_types(await chosen_order(reader, account_id), counts))

    @patch("/ordering", operation_id="orderProfileTypes")
    async def order(
        self, data: JSONBody[OrderTypes], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[list[ShownType]]]:
        """Set the order of the profile types: all of them, each once."""
        return answer(await commands.run(data, context))
