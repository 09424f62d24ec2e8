"""`/api/payment-plans`, `/api/account/subscribe`: what can be subscribed to, and doing so."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import uuid4

import msgspec
from litestar import Controller, Response, get, post
from litestar.enums import MediaType
from litestar.params import JSONBody
from msgspec import Meta

from api.http.accounts.personal import carried_out
from api.http.accounts.shapes import AccountShape, PaymentPlan
from api.http.answers import Data, answer
from api.http.given import Given
from application.access import signed_in
from application.accounts.ports import Plans
from application.commands import Commands
from application.ports import Context, PersonalData
from application.processes.subscribe import Subscribe
from domain.accounts.accounts.settings import DisplayName, Language, Zone
from domain.ids import AccountId
from domain.kernel import Value


class Subscription(Value, frozen=True, kw_only=True):
    """`account_id` names an account of mine that has no plan yet.

    `language` and `zone` are those of the browser: an account that this call opens starts with them.
    """

    plan_id: str
    display_name: DisplayName
    code: Annotated[str, Meta(max_length=64)] | None = None
    account_id: AccountId | None = None
    language: Language | None = None
    zone: Zone | None = None


class PlanController(Controller):
    tags = ["accounts"]  # noqa: RUF012
    opt = {"any_account": True}  # noqa: RUF012

    @get("/api/payment-plans", operation_id="listPaymentPlans")
    async def list_plans(
        self, context: Given[Context], plans: Given[Plans]
    ) -> Response[Data[list[PaymentPlan]]]:
        """List the plans, with prices per month and what each includes."""
        signed_in(context)
        rows: list[dict[str, Any]] = []
        for plan in plans.values():
            row = msgspec.to_builtins(plan)
            rows.append({**row, "features": row["limits"]["features"]})
        return Response({"data": rows}, media_type=MediaType.JSON)  # pyright: ignore[reportReturnType]

    @post("/api/account/subscribe", operation_id="subscribe", status_code=200)
    async def subscribe(
        self,
        data: JSONBody[Subscription],
        context: Given[Context],
        commands: Given[Commands],
        personal: Given[PersonalData],
    ) -> Response[Data[AccountShape]]:
        """Choose a plan: creates an account, completes one, or changes the plan of the current one."""
        command = Subscribe(
            plan_id=data.plan_id,
            display_name=data.display_name,
            code=data.code,
            account_id=data.account_id,
            new_account_id=AccountId(uuid4()),
            language=data.language,
            zone=data.zone,
        )
        return answer(await carried_out(commands, personal, command, context))
