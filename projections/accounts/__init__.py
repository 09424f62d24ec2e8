"""Read models of accounts: three that authorisation reads, and the lists that people see."""

from __future__ import annotations

from typing import get_args

from domain.accounts.accounts.events import AccountEvent
from domain.accounts.invitations import InvitationEvent
from domain.kernel import Recorded
from projections.accounts import accounts, dues, invitation_links, invitations, memberships, roles
from projections.accounts.members import ACCOUNT_MEMBERS
from projections.accounts.role_permissions import ACCOUNT_ROLES
from projections.accounts.states import ACCOUNT_STATES
from projections.kernel import Projection, Rows


def apply(rows: Rows, recorded: Recorded) -> None:
    """Names of accounts and roles are shown in several lists, so those are one read model."""
    if recorded.kind == "account":
        accounts.apply(rows, recorded)
        roles.apply(rows, recorded)
        memberships.apply(rows, recorded)
        dues.apply(rows, recorded)
    invitations.apply(rows, recorded)
    invitation_links.apply(rows, recorded)


ACCOUNTS = Projection(
    "accounts",
    5,
    (
        accounts.ACCOUNTS,
        roles.ROLES,
        memberships.MEMBERSHIPS,
        invitations.INVITATIONS,
        invitation_links.LINKS,
        dues.DUES,
    ),
    apply,
    (*get_args(AccountEvent), *get_args(InvitationEvent)),
)

PROJECTIONS: tuple[Projection, ...] = (ACCOUNT_MEMBERS, ACCOUNT_ROLES, ACCOUNT_STATES, ACCOUNTS)
