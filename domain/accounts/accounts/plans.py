"""What a plan grants, copied into the account that subscribes to it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.kernel import Value

Amount = Annotated[int, Meta(ge=0)]
PlanId = Annotated[str, Meta(pattern=r"\A[a-z][a-zA-Z0-9-]{0,39}\Z")]


class PlanLimits(Value, frozen=True, kw_only=True):
    """The limits of one subscription. `profiles` without a number are unlimited.

    They are written into the subscription's fact, so editing the plans never changes a running account.
    """

    seats: Annotated[int, Meta(ge=1)]
    storage_bytes: Amount
    file_bytes: Amount
    profiles: Amount | None
    custom_roles: Amount
    audit_days: Amount
    mails_per_day: Amount
    features: tuple[str, ...] = ()


class Usage(Value, frozen=True, kw_only=True):
    """What an account uses of the limits that its own stream does not count."""

    storage_bytes: int
    profiles: int


class Plan(Value, frozen=True, kw_only=True):
    """One line of the price list. Without a price it is sold on request only."""

    id: PlanId
    name: str
    price_minor: Amount | None
    currency: str
    interval: str
    trial_days: Amount
    requires_code: bool
    limits: PlanLimits
