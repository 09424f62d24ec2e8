"""The table of permissions, as the specification of roles writes it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from domain.accounts.accounts.permissions import (
    BUILT_IN,
    EVERY,
    effective,
    flat,
    read_only,
    withheld,
)
from tests.support.decisions import NOON

ROLES = {role.key: flat(role.permissions) for role in BUILT_IN[1]}
CONTENT = ("contact", "vendor", "document", "profile", "task")

# What each role has of each resource, in the order owner, admin, member, auditor, analyst.
TABLE = """
account     read,update,delete,export | read,update,export | read | read | read
billing     read,manage | read | - | - | -
member      list,update,delete | list,update,delete | list | list | -
role        list,create,update,delete | list,create,update,delete | list | list | list
invitation  list,create,cancel | list,create,cancel | - | list | -
key         read,grant,roll | read,grant,roll | read,grant | - | -
contact     * | * | read,create,update,archive,delete | - | -
vendor      * | * | read,create,update,archive,delete | - | -
document    * | * | read,create,update,archive,delete | - | -
profile     * | * | read,create,update,archive,move,delete | - | -
task        * | * | read,create,update,assign,comment,delete | - | -
topic       read,manage | read,manage | read | - | -
status      read,manage | read,manage | read | - | -
savedFilter read,create,share,manage | read,create,share,manage | read,create,share | - | -
email       send,bulk,configure | send,bulk,configure | send | - | -
audit       read,verify,replay | read,verify | - | read,verify,replay | -
security    read,manage | read,manage | - | read | -
analytics   query | query | - | - | query
"""
ROWS = [
    (resource, key, set() if cell == "-" else set(EVERY[resource]) if cell == "*" else set(cell.split(",")))
    for resource, cells in (line.split(maxsplit=1) for line in TABLE.strip().splitlines())
    for key, cell in zip(ROLES, (cell.strip() for cell in cells.split("|")), strict=True)
]


@pytest.mark.parametrize(("resource", "key", "actions"), ROWS)
def test_each_built_in_role_has_what_the_table_says(resource: str, key: str, actions: set[str]) -> None:
    has = {action for action in EVERY[resource] if f"{resource}.{action}" in ROLES[key]}
    assert has == actions


def test_the_table_is_whole() -> None:
    assert {resource for resource, _, _ in ROWS} == set(EVERY)


def test_a_plan_without_a_feature_takes_its_permissions_from_everybody() -> None:
    assert withheld(("analytics",)) == ("role.create", "email.bulk")
    left = effective(ROLES["owner"], withheld=withheld(()), read_only=False)
    assert ROLES["owner"] - left == {"role.create", "email.bulk", "analytics.query"}


def test_a_read_only_account_can_be_looked_at_taken_along_and_settled() -> None:
    owner = effective(ROLES["owner"], withheld=(), read_only=True)
    assert {"account.export", "billing.manage", "account.update", "audit.verify", "member.list"} <= owner
    for resource in CONTENT:
        assert {p for p in owner if p.startswith(f"{resource}.")} == {f"{resource}.read"}
    assert not {"invitation.create", "member.update", "key.grant", "email.send"} & owner


def test_an_account_is_read_only_when_it_ends_or_a_fortnight_after_a_payment_was_missed() -> None:
    assert not read_only("active", None, NOON)
    assert not read_only("pastDue", NOON + timedelta(seconds=1), NOON)
    assert read_only("pastDue", NOON, NOON)
    assert all(read_only(state, None, NOON) for state in ("suspended", "closing", "erased"))
