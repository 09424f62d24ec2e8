"""The settings of an account: one request may change several, all or nothing."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from application.accounts.answers import account_answer
from application.accounts.ports import Directory
from application.accounts.versions import require_version
from application.accounts.zones import require_zone
from application.commands import Route
from application.step_up import require_step_up
from application.unit_of_work import Work
from domain.accounts.accounts import ACCOUNT, Account
from domain.accounts.accounts import commands as c
from domain.accounts.accounts.settings import (
    DateOrder,
    DateSeparator,
    Disclosure,
    DisplayName,
    ExpiryStages,
    Language,
    SecurityPolicy,
    Zone,
)
from domain.errors import NotFound, NotSignedIn
from domain.ids import AccountId
from domain.kernel import Value


class UpdateAccount(Value, frozen=True, kw_only=True):
    """What is left out stays as it is. `state` reopens an account that is being closed."""

    account_id: AccountId
    version: int | None = None
    display_name: DisplayName | None = None
    zone: Zone | None = None
    disclosure: Disclosure | None = None
    expiry_stages: ExpiryStages | None = None
    security_policy: SecurityPolicy | None = None
    state: Literal["active"] | None = None


class SetDateFormat(Value, frozen=True):
    date_format: DateOrder
    date_input_format: DateOrder
    date_separator: DateSeparator


class SetLanguage(Value, frozen=True):
    language: Language


class Close(Value, frozen=True):
    account_id: AccountId
    confirm: str


def orders(command: UpdateAccount) -> list[c.AccountCommand]:
    """What the account is asked, one by one; reopening first, since a closing account changes nothing."""
    asked: list[c.AccountCommand] = []
    if command.state is not None:
        asked.append(c.ReopenAccount())
    if command.display_name is not None:
        asked.append(c.RenameAccount(command.display_name))
    if command.zone is not None:
        asked.append(c.ChangeZone(command.zone))
    if command.disclosure is not None:
        asked.append(c.ChangeDisclosure(command.disclosure))
    if command.expiry_stages is not None:
        asked.append(c.ChangeExpiryPolicy(command.expiry_stages))
    if command.security_policy is not None:
        asked.append(c.ChangeSecurityPolicy(command.security_policy))
    return asked


def session_account(work: Work, named: AccountId | None = None) -> AccountId:
    """The account of the session. Another one named in an address is as good as none."""
    account_id = work.context.actor.account_id
    if work.context.actor.user_id is None:
        raise NotSignedIn()
    if account_id is None or named not in (None, account_id):
        raise NotFound("There is no such account.")
    return account_id


def routes(directory: Directory) -> dict[type, Route]:
    async def ask(work: Work, *asked: c.AccountCommand) -> dict[str, Any]:
        account_id = session_account(work)
        for order in asked:
            await work.decide(ACCOUNT, account_id, order)
        account: Account | None = await work.load(ACCOUNT, account_id)
        if account is None:
            raise NotFound("There is no such account.")
        work.version = await work.version_of(ACCOUNT, account_id)
        return await account_answer(directory, account, work.version, work.context.actor.user_id)

    async def update(work: Work, command: UpdateAccount) -> dict[str, Any]:
        session_account(work, command.account_id)
        require_zone(command.zone)
        await require_version(work, ACCOUNT, command.account_id, command.version, lambda: ask(work))
        return await ask(work, *orders(command))

    async def set_date_format(work: Work, command: SetDateFormat) -> dict[str, Any]:
        return await ask(work, c.ChangeDateFormat(*msgspec.structs.astuple(command)))

    async def set_language(work: Work, command: SetLanguage) -> dict[str, Any]:
        return await ask(work, c.ChangeLanguage(command.language))

    async def close(work: Work, command: Close) -> dict[str, Any]:
        session_account(work, command.account_id)
        require_step_up(work)
        answer = await ask(work, c.CloseAccount(command.confirm))
        return {"dueAt": answer["dueAt"]}

    return {
        UpdateAccount: Route("account.update", update, (ACCOUNT,)),
        SetDateFormat: Route("account.update", set_date_format, (ACCOUNT,)),
        SetLanguage: Route("account.update", set_language, (ACCOUNT,)),
        Close: Route("account.delete", close, (ACCOUNT,)),
    }
