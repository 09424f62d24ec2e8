"""The paces of the product, as the settings say."""

from __future__ import annotations

from uuid import uuid4

from api.composition.foundation import Foundation
from api.http.given import ClientAddress
from api.http.pacing import OnLimited, Pacing, ProductPaces
from api.http.session import Cookies
from application.identity import security
from application.identity.dead_sessions import DeadSessions
from application.pace import Pace, Paces
from application.ports import Context
from domain.identity.security_log import RateLimited
from domain.kernel import Actor
from infrastructure.setting_values import Rate


def pacing_of(
    base: Foundation, limits: Paces, cookies: Cookies, address_of: ClientAddress, dead: DeadSessions
) -> Pacing:
    settings = base.settings
    paces = ProductPaces(
        reads=_pace("reads", settings.reads_pace),
        writes=_pace("writes", settings.writes_pace),
        bundles=_pace("bundles", settings.bundles_pace),
    )
    return Pacing(
        paces,
        limits,
        cookies,
        address_of,
        noting_limits(base),
        lambda token: dead.knows(token, base.clock()),
    )


def _pace(name: str, rate: Rate) -> Pace:
    return Pace(name, rate.per_second, rate.burst)


def noting_limits(base: Foundation) -> OnLimited:
    """Build the callback that records a rate limit, with the client address."""

    async def on_limited(rule: str, address: str | None) -> None:
        request_id = uuid4()
        context = Context(Actor(type="user"), base.clock(), request_id, correlation_id=request_id, ip=address)
        await base.commands.run(security.Note(RateLimited(rule)), context)

    return on_limited
