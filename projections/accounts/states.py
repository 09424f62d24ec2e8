"""In which state an account is and what its plan withholds: written with the fact, for authorisation."""

from __future__ import annotations

from domain.accounts.accounts import events as e
from domain.accounts.accounts.permissions import withheld
from domain.kernel import Recorded
from domain.oversight.erasure import ErasureStarted
from projections.kernel import Projection, Rows, Table

STATES = Table(
    "account_states",
    {
        "state": "text not null",
        "display_name": "text not null",
        # Permissions that no role has under this plan.
        "withheld": "text[] not null default '{}'",
        # From this moment on the account is read-only (domain.accounts.accounts.permissions.effective).
        "read_only_from": "timestamptz",
    },
    key=("account_id",),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    key, now = {"account_id": recorded.account_id}, recorded.occurred_at
    match recorded.event:
        case e.AccountOpened(display_name=name):
            rows.put(STATES, key, state="incomplete", display_name=name, withheld=(), read_only_from=None)
        case e.SubscriptionStarted() | e.SubscriptionChanged() as event:
            rows.patch(
                STATES,
                key,
                state="active" if event.trial_ends_at is None else "trialing",
                withheld=withheld(event.limits.features),
                read_only_from=None,
            )
        case e.PaymentMarkedOverdue(read_only_from=moment):
            rows.patch(STATES, key, state="pastDue", read_only_from=moment)
        case e.AccountSuspended():
            rows.patch(STATES, key, state="suspended", read_only_from=now)
        case e.AccountReactivated():
            rows.patch(STATES, key, state="active", read_only_from=None)
        case e.AccountClosed():
            rows.patch(STATES, key, state="closing")
        case e.AccountReopened(state=state):
            rows.patch(STATES, key, state=state)
        case ErasureStarted() | e.AccountErased():
            # From the start of an erasure on nobody can act in it.
            rows.patch(STATES, key, state="erased", display_name="", read_only_from=now)
        case e.AccountRenamed(display_name=name):
            rows.patch(STATES, key, display_name=name)
        case _:
            pass


ACCOUNT_STATES = Projection(
    "account_states",
    2,
    (STATES,),
    apply,
    (
        e.AccountOpened,
        e.SubscriptionStarted,
        e.SubscriptionChanged,
        e.PaymentMarkedOverdue,
        e.AccountSuspended,
        e.AccountReactivated,
        e.AccountClosed,
        e.AccountReopened,
        e.AccountErased,
        e.AccountRenamed,
        ErasureStarted,
    ),
    mode="inline",
)
