"""`/api/accounts/join`, `/switch`, `/api/my-invitations`: from one account to another."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.enums import MediaType
from litestar.params import JSONBody
from msgspec import Meta

from api.http.accounts.personal import opened_texts
from api.http.accounts.shapes import EnteredAccount, InvitationCard, Joined, JoinFailure
from api.http.answers import Data, Page, answer, listed
from api.http.given import Fresh, Given
from application.access import signed_in
from application.commands import Commands
from application.ports import Context, PersonalData
from application.processes.join import Enter, Join, Joining
from domain.email_addresses import masked
from domain.errors import Refused
from domain.ids import AccountId
from domain.kernel import Value
from projections.accounts.invitation_links import links_of_address
from projections.kernel import Reader


class AccountsToJoin(Value, frozen=True):
    account_ids: Annotated[tuple[AccountId, ...], Meta(min_length=1, max_length=20)]


def masked_card(card: bytes) -> bytes:
    """The card with the address masked, for any bearer of the link."""
    members = msgspec.json.decode(card)
    word = members["word"]
    return msgspec.json.encode({**members, "word": {**word, "emailMasked": masked(word["emailMasked"])}})


class JoiningController(Controller):
    tags = ["accounts"]  # noqa: RUF012
    opt = {"any_account": True}  # noqa: RUF012

    @post("/api/accounts/join", operation_id="joinAccounts", status_code=200)
    async def join(
        self, data: JSONBody[AccountsToJoin], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[list[Joined]]]:
        """Accept invitations, each with its own result. The first account becomes the current one if the
        session has none."""
        signed_in(context)
        # Accepting twice is accepting once, so the key of the request is not needed for its parts.
        each = context._replace(idempotency=None)
        joined: list[Joined] = []
        position = 0
        for account_id in dict.fromkeys(data.account_ids):
            try:
                outcome = await commands.run(Join(account_id), each)
            except Refused as refusal:
                failure = JoinFailure(refusal.code, refusal.reason, refusal.message)
                joined.append(Joined(account_id, joined=False, error=failure))
            else:
                position = max(position, outcome.position)
                joined.append(Joined(account_id, joined=True))
        headers = {"X-Position": str(position)} if position else {}
        content: Any = msgspec.json.encode({"data": joined})
        return Response(content, headers=headers, media_type=MediaType.JSON)

    @post("/api/accounts/switch", operation_id="switchAccount", status_code=200)
    async def switch(
        self, data: JSONBody[Enter], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[EnteredAccount]]:
        """Switch to another of your accounts."""
        return answer(await commands.run(data, context))

    @get("/api/my-invitations", operation_id="listMyInvitations")
    async def list_my_invitations(
        self,
        context: Given[Context],
        reader: Given[Reader],
        joining: Given[Joining],
        personal: Given[PersonalData],
        fresh: Given[Fresh],
    ) -> Response[Page[InvitationCard]]:
        """List the open invitations for your email address, in all accounts."""
        links = await links_of_address(reader, await joining.proven_address(context), context.now)
        cards = await opened_texts(personal, [link.json for link in links])
        return listed([masked_card(card) for card in cards], fresh, limit=200)
