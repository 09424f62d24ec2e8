"""`/api/accounts`: the accounts of a person, and the settings of the current one."""

from __future__ import annotations

from typing import Any, Literal
from uuid import UUID, uuid4

from litestar import Controller, Request, Response, delete, get, post, put
from litestar.params import FromPath, JSONBody

from api.http.accounts.personal import carried_out, opened_text
from api.http.accounts.shapes import AccountShape, Closing, MyAccount
from api.http.answers import Data, Page, answer, listed, one
from api.http.given import Fresh, Given
from api.http.versions import version_of
from application.access import own_account, signed_in
from application.accounts.settings import Close, SetDateFormat, SetLanguage, UpdateAccount
from application.commands import Commands
from application.ports import Context, PersonalData
from application.processes.subscribe import OpenFurther
from domain.accounts.accounts.settings import (
    Disclosure,
    DisplayName,
    ExpiryStages,
    Language,
    SecurityPolicy,
    Zone,
)
from domain.errors import NotFound
from domain.ids import AccountId
from domain.kernel import Value
from domain.sealed import Count
from projections.accounts.accounts import account_of
from projections.accounts.memberships import accounts_of
from projections.kernel import Reader


class NewAccount(Value, frozen=True):
    """`language` and `zone` are those of the browser; the account starts with them."""

    display_name: DisplayName
    language: Language | None = None
    zone: Zone | None = None


class AccountChange(Value, frozen=True, kw_only=True):
    """What is left out stays. `state` reopens an account that is being closed."""

    display_name: DisplayName | None = None
    zone: Zone | None = None
    disclosure: Disclosure | None = None
    expiry_stages: ExpiryStages | None = None
    security_policy: SecurityPolicy | None = None
    state: Literal["active"] | None = None
    version: Count | None = None


class Closure(Value, frozen=True):
    """`confirm` is the account's name."""

    confirm: str


class AccountController(Controller):
    path = "/api/accounts"
    tags = ["accounts"]  # noqa: RUF012

    @get(operation_id="listAccounts", opt={"any_account": True})
    async def list_accounts(
        self, context: Given[Context], reader: Given[Reader], fresh: Given[Fresh]
    ) -> Response[Page[MyAccount]]:
        """List your accounts with role and state."""
        rows = await accounts_of(reader, signed_in(context))
        return listed(rows, fresh, limit=max(len(rows), 1))

    @post(operation_id="createAccount", status_code=201, opt={"any_account": True})
    async def create(
        self,
        data: JSONBody[NewAccount],
        context: Given[Context],
        commands: Given[Commands],
        personal: Given[PersonalData],
    ) -> Response[Data[AccountShape]]:
        """Create another account. It needs a plan before it can be used."""
        command = OpenFurther(
            account_id=AccountId(uuid4()),
            display_name=data.display_name,
            language=data.language,
            zone=data.zone,
        )
        return answer(await carried_out(commands, personal, command, context), status=201)

    @get("/{account_id:uuid}", operation_id="getAccount")
    async def get_account(
        self,
        account_id: FromPath[UUID],
        context: Given[Context],
        reader: Given[Reader],
        personal: Given[PersonalData],
        fresh: Given[Fresh],
    ) -> Response[Data[AccountShape]]:
        """Get the current account."""
        own = own_account(context, AccountId(account_id), "account.read")
        found = await account_of(reader, own, signed_in(context))
        if found is None:
            raise NotFound("There is no such account.")
        json, version = found
        return one(await opened_text(personal, json), fresh, version=version)

    @put("/{account_id:uuid}", operation_id="updateAccount")
    async def update(
        self,
        request: Request[Any, Any, Any],
        account_id: FromPath[UUID],
        data: JSONBody[AccountChange],
        context: Given[Context],
        commands: Given[Commands],
        personal: Given[PersonalData],
    ) -> Response[Data[AccountShape]]:
        """Change settings of the current account; the version is required."""
        command = UpdateAccount(
            account_id=AccountId(account_id),
            version=version_of(request, data.version),
            display_name=data.display_name,
            zone=data.zone,
            disclosure=data.disclosure,
            expiry_stages=data.expiry_stages,
            security_policy=data.security_policy,
            state=data.state,
        )
        return answer(await carried_out(commands, personal, command, context))

    @delete("/{account_id:uuid}", operation_id="closeAccount", status_code=202)
    async def close(
        self,
        account_id: FromPath[UUID],
        data: JSONBody[Closure],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[Data[Closing]]:
        """Close the current account. It is erased 30 days later unless it is reopened."""
        command = Close(AccountId(account_id), data.confirm)
        return answer(await commands.run(command, context), status=202)

    @post("/date-format", operation_id="setDateFormat", status_code=200)
    async def set_date_format(
        self,
        data: JSONBody[SetDateFormat],
        context: Given[Context],
        commands: Given[Commands],
        personal: Given[PersonalData],
    ) -> Response[Data[AccountShape]]:
        """Set how the account shows and reads dates."""
        return answer(await carried_out(commands, personal, data, context))

    @post("/language", operation_id="setLanguage", status_code=200)
    async def set_language(
        self,
        data: JSONBody[SetLanguage],
        context: Given[Context],
        commands: Given[Commands],
        personal: Given[PersonalData],
    ) -> Response[Data[AccountShape]]:
        """Set the account's language."""
        return answer(await carried_out(commands, personal, data, context))
