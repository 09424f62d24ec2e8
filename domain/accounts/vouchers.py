"""Vouchers: codes that pay for a plan, lower its price or lengthen its trial, up to their limit."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, TypeAlias, assert_never, get_args
from uuid import uuid5

import msgspec
from msgspec import Meta

from domain.errors import AlreadyExists, InvalidArgument, NotAllowed
from domain.ids import GLOBAL, AccountId, UserId, VoucherId
from domain.kernel import Decider, Event, Moment, Value

NOT_VALID = "This code is not valid."

Months = Annotated[int, Meta(ge=1, le=120)]


def voucher_id(code_hash: str) -> VoucherId:
    """The id of a voucher, derived from its code."""
    return VoucherId(uuid5(GLOBAL, f"voucher:{code_hash}"))


class VoucherTerms(Value, frozen=True, kw_only=True):
    """`activation` pays for `months` (None: for good), `extend` lengthens a trial, `percent` cuts a price."""

    kind: Literal["activation", "percent", "extend"]
    plan_id: str | None = None
    percent_off: Annotated[int, Meta(ge=1, le=100)] | None = None
    months: Months | None = None
    seats_bonus: Annotated[int, Meta(ge=0, le=1000)] = 0
    max_redemptions: Annotated[int, Meta(ge=1, le=100_000)] = 1
    redeem_by: datetime | None = None


class IssueVoucher(Value, frozen=True):
    code_hash: str
    terms: VoucherTerms


class RedeemVoucher(Value, frozen=True):
    account_id: AccountId
    user_id: UserId
    plan_id: str


class RevokeVoucher(Value, frozen=True):
    pass


VoucherCommand: TypeAlias = IssueVoucher | RedeemVoucher | RevokeVoucher


class VoucherIssued(Event, frozen=True, tag="voucher.issued", kw_only=True):
    code_hash: str
    kind: Literal["activation", "percent", "extend"]
    plan_id: str | None
    percent_off: int | None
    months: int | None
    seats_bonus: int
    max_redemptions: int
    redeem_by: datetime | None


class VoucherRedeemed(Event, frozen=True, tag="voucher.redeemed"):
    account_id: AccountId
    user_id: UserId


class VoucherRevoked(Event, frozen=True, tag="voucher.revoked"):
    pass


VoucherEvent: TypeAlias = VoucherIssued | VoucherRedeemed | VoucherRevoked


class Voucher(Value, frozen=True, kw_only=True):
    code_hash: str
    terms: VoucherTerms
    redeemed_by: tuple[AccountId, ...] = ()
    revoked: bool = False


def decide(command: VoucherCommand, voucher: Voucher | None, moment: Moment) -> list[VoucherEvent]:
    match command:
        case IssueVoucher():
            return _issue(command, voucher, moment)
        case RedeemVoucher(account_id=account_id, user_id=user_id, plan_id=plan_id):
            # One answer for every reason: a code that is refused says nothing about itself.
            if voucher is None or not redeemable(voucher, account_id, plan_id, moment.now):
                raise InvalidArgument(NOT_VALID, reason="code")
            return [VoucherRedeemed(account_id, user_id)]
        case RevokeVoucher():
            if moment.actor.type != "system":
                raise NotAllowed("Only the operator revokes vouchers.", reason="not_allowed")
            return [] if voucher is None or voucher.revoked else [VoucherRevoked()]
        case _:
            assert_never(command)


def redeemable(voucher: Voucher, account_id: AccountId, plan_id: str, now: datetime) -> bool:
    terms = voucher.terms
    return (
        not voucher.revoked
        and account_id not in voucher.redeemed_by
        and len(voucher.redeemed_by) < terms.max_redemptions
        and (terms.redeem_by is None or now < terms.redeem_by)
        and terms.plan_id in (None, plan_id)
    )


def _issue(command: IssueVoucher, voucher: Voucher | None, moment: Moment) -> list[VoucherEvent]:
    if moment.actor.type != "system":
        raise NotAllowed("Only the operator issues vouchers.", reason="not_allowed")
    terms = command.terms
    if voucher is not None:
        if voucher.code_hash == command.code_hash and voucher.terms == terms:
            return []
        raise AlreadyExists("This code is taken.")
    if terms.kind == "percent" and terms.percent_off is None:
        raise InvalidArgument("A percent voucher needs its percentage.", reason="percent_off")
    if terms.kind == "extend" and terms.months is None:
        raise InvalidArgument("A voucher that extends a trial needs its months.", reason="months")
    return [VoucherIssued(code_hash=command.code_hash, **msgspec.structs.asdict(terms))]


def evolve(voucher: Voucher | None, event: VoucherEvent) -> Voucher | None:
    if isinstance(event, VoucherIssued):
        members = {name: getattr(event, name) for name in VoucherTerms.__struct_fields__}
        return Voucher(code_hash=event.code_hash, terms=VoucherTerms(**members))
    if voucher is None:
        return None
    match event:
        case VoucherRedeemed(account_id=account_id):
            return msgspec.structs.replace(voucher, redeemed_by=(*voucher.redeemed_by, account_id))
        case VoucherRevoked():
            return msgspec.structs.replace(voucher, revoked=True)


VOUCHER: Decider[VoucherCommand, Voucher, VoucherEvent] = Decider(
    "voucher", get_args(VoucherEvent), decide, evolve, scope="global"
)
