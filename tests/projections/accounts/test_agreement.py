"""What is shown of an account and what it decides by tell the same story."""

from __future__ import annotations

from hypothesis import settings

from domain.accounts.accounts import Account
from domain.accounts.accounts.permissions import flat
from projections.accounts import (
    ACCOUNT_MEMBERS,
    ACCOUNT_ROLES,
    ACCOUNT_STATES,
    ACCOUNTS,
    accounts,
    members,
    memberships,
    role_permissions,
    roles,
    states,
)
from tests.support.account_machine import AnAccount
from tests.support.accounts import HAWTHORNE
from tests.support.decisions import NOON
from tests.support.rows import MemoryRows, recorded

ALL = (ACCOUNT_MEMBERS, ACCOUNT_ROLES, ACCOUNT_STATES, ACCOUNTS)


class AnAccountThatIsShown(AnAccount):
    """At the end of each life the rows are compared with the state."""

    def teardown(self) -> None:
        if not hasattr(self, "account"):
            return
        rows = MemoryRows(HAWTHORNE)
        for version, fact in enumerate(self.facts, 1):
            told = recorded(
                fact, kind="account", account_id=HAWTHORNE, entity_id=HAWTHORNE, version=version, at=NOON
            )
            for projection in ALL:
                if isinstance(fact, projection.events):
                    projection.apply(rows, told)
        agree(rows, self.account, len(self.facts))


def agree(rows: MemoryRows, account: Account, version: int) -> None:
    belonging = {row["user_id"]: (row["role_id"], row["reads_role_ids"]) for row in rows.of(members.MEMBERS)}
    assert belonging == {user: (member.role_id, member.reads) for user, member in account.members.items()}
    may = {row["role_id"]: frozenset(row["permissions"]) for row in rows.of(role_permissions.ROLES)}
    assert may == {role_id: flat(role.permissions) for role_id, role in account.roles.items()}
    (state,) = rows.of(states.STATES)
    assert (state["state"], state["display_name"]) == (account.state, account.display_name)

    shown = {row["user_id"]: row["json"]["role"] for row in rows.of(memberships.MEMBERSHIPS)}
    words = {role_id: role.key or role.name for role_id, role in account.roles.items()}
    assert shown == {user: words[member.role_id] for user, member in account.members.items()}
    listed = {row["role_id"]: (row["name"], row["json"]["word"]["version"]) for row in rows.of(roles.ROLES)}
    assert listed == {role_id: (role.name, role.version) for role_id, role in account.roles.items()}
    (row,) = rows.of(accounts.ACCOUNTS)
    assert (row["version"], row["seats"], row["custom_roles"]) == (
        version,
        account.seats_taken,
        account.custom_roles,
    )
    assert row["json"]["plan"]["usage"] == {"seats": account.seats_taken, "customRoles": account.custom_roles}


TestAnAccountThatIsShown = AnAccountThatIsShown.TestCase
TestAnAccountThatIsShown.settings = settings(max_examples=40, stateful_step_count=40)
