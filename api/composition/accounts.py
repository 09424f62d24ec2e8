"""Accounts, put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from secrets import randbits
from typing import Any

from api.composition import messaging, vault
from api.composition.foundation import Foundation, Slice
from api.composition.identity import Door
from api.http.accounts import HANDLERS
from application.accounts import clock, settings, vouchers
from application.commands import Route
from application.processes import cancel_invitations, invite, join, members, roles, subscribe
from infrastructure.accounts.chores import AccountChores
from infrastructure.accounts.directory import ReadDirectory
from infrastructure.accounts.payment import VoucherPayment
from infrastructure.accounts.plans import load_plans


def slice_of(base: Foundation, door: Door) -> Slice:
    checks = vault.checks_of(base)
    directory = ReadDirectory(base.reader)
    joining = join.Joining(directory, base.blind)
    plans = load_plans()
    given: dict[str, Any] = {
        "plans": plans,
        "directory": directory,
        "joining": joining,
        "personal": base.personal,
    }
    subscriptions = subscribe.Subscriptions(directory, plans, VoucherPayment(base.blind), door.limits)
    invitations = invite.Invitations(
        directory=directory,
        people=door.people,
        personal=base.personal,
        blind=base.blind,
        limits=door.limits,
        tokens=door.tokens,
        outbox=messaging.outbox_of(base),
        checks=checks,
        public_url=base.settings.public_url,
    )
    return Slice(
        routes={
            **settings.routes(directory),
            **subscribe.routes(subscriptions),
            **invite.routes(invitations),
            **cancel_invitations.routes(cancel_invitations.Cancellations(directory, base.blind, checks)),
            **join.routes(joining),
            **members.routes(members.Memberships(directory, checks)),
            **roles.routes(roles.Roles(checks)),
            **timed_routes(),
            **voucher_routes(base),
        },
        handlers=HANDLERS,
        dependencies={name: _given(value) for name, value in given.items()},
    )


def timed_routes() -> Mapping[type[Any], Route]:
    """What the clock asks of accounts."""
    return {**clock.ROUTES, join.Expire: join.EXPIRE}


def voucher_routes(base: Foundation) -> Mapping[type[Any], Route]:
    """What the operator asks at the command line."""
    return vouchers.routes(base.blind, randbits)


def chores(base: Foundation) -> Sequence[Callable[[], Any]]:
    """What the worker does every hour."""
    return (AccountChores(base.commands, base.reader, base.clock).do_what_is_due,)


def _given(value: Any) -> Callable[[], Any]:
    return lambda: value
