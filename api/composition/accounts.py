"""Accounts, put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from api.composition import messaging
from api.composition.foundation import Foundation, Slice
from api.composition.identity import Door
from api.composition.without_request import timed_routes, voucher_routes
from api.http.accounts import HANDLERS
from application.accounts import settings
from application.processes import cancel_invitations, invite, join, members, roles, subscribe
from infrastructure.accounts.directory import ReadDirectory
from infrastructure.accounts.payment import VoucherPayment
from infrastructure.accounts.plans import load_plans


def slice_of(base: Foundation, door: Door) -> Slice:
    checks = base.checks
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


def _given(value: Any) -> Callable[[], Any]:
    return lambda: value
