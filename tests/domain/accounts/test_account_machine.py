"""Whatever happens in whatever order, an account keeps an owner, its seats and its ceilings."""

from __future__ import annotations

from hypothesis import settings
from hypothesis.stateful import invariant

from domain.accounts.accounts.authority import permissions_of
from domain.accounts.accounts.permissions import flat
from domain.ids import personal_role
from tests.support.account_machine import SEATS, AnAccount
from tests.support.accounts import ANALYST, AUDITOR, HAWTHORNE, OWNER


class ALawfulAccount(AnAccount):
    @invariant()
    def there_is_an_owner(self) -> None:
        assert self.account.owners

    @invariant()
    def nobody_sits_on_a_seat_that_is_not_there(self) -> None:
        assert self.account.seats_taken <= SEATS

    @invariant()
    def every_role_in_use_exists(self) -> None:
        used = {member.role_id for member in self.account.members.values()}
        assert used | set(self.account.reserved.values()) <= set(self.account.roles)

    @invariant()
    def nobody_reads_for_a_role_that_is_gone_or_for_somebody_else(self) -> None:
        for user, member in self.account.members.items():
            own = personal_role(HAWTHORNE, user)
            assert {role for role in member.reads if role != own} <= set(self.account.roles)
            assert len(set(member.reads)) == len(member.reads)

    @invariant()
    def names_are_unique(self) -> None:
        names = [role.name.casefold() for role in self.account.roles.values()]
        assert len(set(names)) == len(names)

    @invariant()
    def an_owner_reads_for_every_role_that_holds_keys(self) -> None:
        keys = {role for role in self.account.roles if role not in (AUDITOR, ANALYST)}
        for owner in self.account.owners:
            assert keys <= set(self.account.members[owner].reads)

    @invariant()
    def what_an_owner_may_do_is_everything_the_plan_has(self) -> None:
        owner = flat(self.account.roles[OWNER].permissions)
        assert all(permissions_of(self.account, user) == owner for user in self.account.owners)


TestALawfulAccount = ALawfulAccount.TestCase
TestALawfulAccount.settings = settings(max_examples=60, stateful_step_count=40)
