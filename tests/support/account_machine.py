"""An account in which anybody asks for anything, in any order."""

from __future__ import annotations

from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from domain.accounts.accounts import ACCOUNT, Account
from domain.accounts.accounts import commands as c
from domain.accounts.accounts.authority import permissions_of
from domain.accounts.accounts.events import AccountEvent
from domain.errors import Refused
from domain.ids import InvitationId, RoleId, UserId
from domain.kernel import Moment
from tests.support.accounts import (
    ADMIN,
    ANALYST,
    AUDITOR,
    CLARA,
    FINANCE,
    HOUSE,
    INES,
    JONAS,
    KARL,
    MEMBER,
    OWNER,
    acting,
    an_account,
)
from tests.support.decisions import NOON

SEATS = 4
people = st.sampled_from([CLARA, KARL, JONAS, INES, UserId(UUID(int=5)), UserId(UUID(int=6))])
roles = st.sampled_from([OWNER, ADMIN, MEMBER, AUDITOR, ANALYST, FINANCE, HOUSE])
invitations = st.integers(1, 6).map(lambda number: InvitationId(UUID(int=number)))
permissions = st.sampled_from([{"task": ("read",)}, {"member": ("update",)}, {"billing": ("manage",)}])


class AnAccount(RuleBasedStateMachine):
    """Anybody may ask for anything; the refusals are part of the game."""

    account: Account
    facts: list[AccountEvent]

    @initialize()
    def open(self) -> None:
        story = an_account(seats=SEATS, custom_roles=1)
        self.account, self.facts = story.state, list(story.past)

    def ask(self, who: UserId, command: c.AccountCommand) -> None:
        held = permissions_of(self.account, who)
        before = {user: permissions_of(self.account, user) for user in self.account.members}
        try:
            facts = ACCOUNT.decide(command, self.account, Moment(acting(who), NOON))
        except Refused:
            return
        account = ACCOUNT.fold(facts, self.account)
        assert account is not None
        self.account = account
        self.facts.extend(facts)
        if isinstance(command, c.ChangeMemberRole | c.DefineRole | c.ChangeRole):
            for user in account.members:
                gained = permissions_of(account, user) - before.get(user, frozenset())
                assert gained <= held, "somebody was given more than the giver has"

    @rule(who=people, invitation=invitations, role=roles)
    def invite(self, who: UserId, invitation: InvitationId, role: RoleId) -> None:
        self.ask(who, c.ReserveSeat(invitation, role))

    @rule(invitation=invitations)
    def cancel(self, invitation: InvitationId) -> None:
        self.ask(CLARA, c.ReleaseSeat(invitation))

    @rule(who=people, invitation=invitations, inviter=people)
    def join(self, who: UserId, invitation: InvitationId, inviter: UserId) -> None:
        self.ask(who, c.AdmitMember(who, invitation, inviter))

    @rule(who=people, whom=people, role=roles)
    def change_role(self, who: UserId, whom: UserId, role: RoleId) -> None:
        self.ask(who, c.ChangeMemberRole(whom, role))

    @rule(who=people, whom=people, reads=st.lists(roles, max_size=3))
    def change_reading(self, who: UserId, whom: UserId, reads: list[RoleId]) -> None:
        self.ask(who, c.ChangeMemberReading(whom, tuple(reads)))

    @rule(who=people, whom=people)
    def end(self, who: UserId, whom: UserId) -> None:
        self.ask(who, c.RemoveMember(whom, "left" if who == whom else "removed"))

    @rule(who=people, role=st.sampled_from([FINANCE, HOUSE]), allowed=permissions)
    def define(self, who: UserId, role: RoleId, allowed: dict[str, tuple[str, ...]]) -> None:
        self.ask(who, c.DefineRole(role, f"Role {role.int % 100}", allowed))

    @rule(who=people, role=roles, allowed=permissions)
    def widen(self, who: UserId, role: RoleId, allowed: dict[str, tuple[str, ...]]) -> None:
        self.ask(who, c.ChangeRole(role, permissions=allowed))

    @rule(who=people, role=roles, place=st.none() | roles)
    def retire(self, who: UserId, role: RoleId, place: RoleId | None) -> None:
        self.ask(who, c.RetireRole(role, place))
