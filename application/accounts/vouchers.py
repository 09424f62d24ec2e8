"""Vouchers from the operator's side: issued with a fresh code that is shown once, and revoked by it."""

from __future__ import annotations

from collections.abc import Callable

from application.commands import Route
from application.ports import BlindIndex
from application.unit_of_work import Work
from domain.accounts.voucher_codes import code_of, normal_code
from domain.accounts.vouchers import VOUCHER, IssueVoucher, RevokeVoucher, VoucherTerms, voucher_id
from domain.errors import InvalidArgument
from domain.kernel import Value

CODE_BITS = 80


class Issue(Value, frozen=True):
    terms: VoucherTerms


class Revoke(Value, frozen=True):
    code: str


def hash_of(blind: BlindIndex, code: str) -> str | None:
    """The keyed hash under which a typed code is known; None for what cannot be a code."""
    normal = normal_code(code)
    return None if normal is None else blind.token("voucher", normal)


def routes(blind: BlindIndex, random_bits: Callable[[int], int]) -> dict[type, Route]:
    async def issue(work: Work, command: Issue) -> str:
        code = code_of(random_bits(CODE_BITS))
        code_hash = hash_of(blind, code) or ""
        await work.decide(VOUCHER, voucher_id(code_hash), IssueVoucher(code_hash, command.terms))
        return code

    async def revoke(work: Work, command: Revoke) -> None:
        code_hash = hash_of(blind, command.code)
        if code_hash is None:
            raise InvalidArgument("This is not a voucher code.", reason="code")
        await work.decide(VOUCHER, voucher_id(code_hash), RevokeVoucher())

    return {Issue: Route(None, issue, (VOUCHER,)), Revoke: Route(None, revoke, (VOUCHER,))}
