"""The account: at least one owner, no more seats than paid for, no role without a place."""

from __future__ import annotations

from typing import get_args

from domain.accounts.accounts import commands as c
from domain.accounts.accounts.events import AccountEvent
from domain.accounts.accounts.life import decide_life
from domain.accounts.accounts.members import decide_members
from domain.accounts.accounts.preferences import decide_preference
from domain.accounts.accounts.roles import decide_role
from domain.accounts.accounts.state import Account, evolve
from domain.errors import NotFound
from domain.kernel import Decider, Moment


def decide(command: c.AccountCommand, account: Account | None, moment: Moment) -> list[AccountEvent]:
    if isinstance(command, c.LifeCommand):
        return decide_life(command, account, moment)
    if account is None or account.state == "erased":
        raise NotFound("There is no such account.")
    if isinstance(command, c.SettingCommand):
        return decide_preference(command, account, moment)
    if isinstance(command, c.MemberCommand):
        return decide_members(command, account, moment)
    return decide_role(command, account, moment)


ACCOUNT: Decider[c.AccountCommand, Account, AccountEvent] = Decider(
    "account", get_args(AccountEvent), decide, evolve, state=Account, snapshot_version=2
)
