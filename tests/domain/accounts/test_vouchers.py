"""Vouchers and their codes: typed by people, redeemed once per account, never past their limit."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.accounts import vouchers as v
from domain.accounts.voucher_codes import code_of, normal_code
from domain.errors import AlreadyExists, InvalidArgument, NotAllowed
from domain.ids import AccountId
from tests.support.accounts import CLARA, HAWTHORNE, JONAS, KARL, acting
from tests.support.decisions import NOON, THE_CLOCK, Story

TERMS = v.VoucherTerms(kind="activation", plan_id="office", months=12, max_redemptions=2)
NEW = Story(v.VOUCHER).by(THE_CLOCK)
ISSUED = NEW.after(v.IssueVoucher("hash", TERMS))
REDEEM = v.RedeemVoucher(HAWTHORNE, CLARA, "office")
OTHERS = [v.RedeemVoucher(AccountId(person), person, "office") for person in (KARL, JONAS)]


def test_a_voucher_is_redeemed_once_by_each_account_up_to_its_limit() -> None:
    once = ISSUED.by(acting(CLARA)).when(REDEEM).then(v.VoucherRedeemed(HAWTHORNE, CLARA))
    once.when(REDEEM).then_refused(InvalidArgument, "code")
    twice = once.after(OTHERS[0])
    twice.when(OTHERS[1]).then_refused(InvalidArgument, "code")


@pytest.mark.parametrize(
    "story",
    [
        NEW,
        ISSUED.after(v.RevokeVoucher()),
        NEW.after(v.IssueVoucher("hash", v.VoucherTerms(kind="activation", redeem_by=NOON))),
        NEW.after(v.IssueVoucher("hash", v.VoucherTerms(kind="activation", plan_id="family"))),
    ],
    ids=["unknown", "revoked", "too late", "for another plan"],
)
def test_a_code_that_is_refused_says_nothing_about_itself(story: Story) -> None:
    refusal = story.when(REDEEM).then_refused(InvalidArgument, "code")
    assert refusal.message == "This code is not valid."


def test_only_the_operator_issues_and_revokes() -> None:
    NEW.by(acting(CLARA)).when(v.IssueVoucher("hash", TERMS)).then_refused(NotAllowed, "not_allowed")
    ISSUED.by(acting(CLARA)).when(v.RevokeVoucher()).then_refused(NotAllowed, "not_allowed")
    ISSUED.after(v.RevokeVoucher()).when(v.RevokeVoucher()).then()


def test_a_voucher_is_issued_once() -> None:
    ISSUED.when(v.IssueVoucher("hash", TERMS)).then()
    other = v.IssueVoucher("hash", v.VoucherTerms(kind="activation"))
    ISSUED.when(other).then_refused(AlreadyExists, "already_exists")


@pytest.mark.parametrize("kind", ["percent", "extend"])
def test_a_voucher_says_how_much_it_is_worth(kind: str) -> None:
    terms = v.VoucherTerms(kind=kind)  # pyright: ignore[reportArgumentType]
    reason = {"percent": "percent_off", "extend": "months"}[kind]
    NEW.when(v.IssueVoucher("hash", terms)).then_refused(InvalidArgument, reason)


def test_a_voucher_is_redeemed_until_its_day() -> None:
    terms = v.VoucherTerms(kind="activation", redeem_by=NOON + timedelta(seconds=1))
    story = NEW.after(v.IssueVoucher("hash", terms))
    assert story.when(REDEEM).carried_out()


numbers = st.integers(0, (1 << 80) - 1)


@given(numbers)
def test_a_code_is_understood_as_people_type_it(number: int) -> None:
    code = code_of(number)
    plain = code.replace("-", "")
    assert len(plain) == 17
    typed = [code.lower(), plain, f" {plain[:5]} {plain[5:]} ", plain.replace("1", "l").replace("0", "o")]
    assert {normal_code(text) for text in typed} == {plain}


@given(numbers, st.integers(0, 15), st.sampled_from("0123456789ABCDEFGHJKMNPQRSTVWXYZ"))
def test_a_wrong_symbol_is_noticed(number: int, place: int, symbol: str) -> None:
    plain = code_of(number).replace("-", "")
    wrong = plain[:place] + symbol + plain[place + 1 :]
    assert (normal_code(wrong) is None) == (wrong != plain)


@given(numbers, st.integers(0, 14))
def test_two_swapped_neighbours_are_noticed(number: int, place: int) -> None:
    plain = code_of(number).replace("-", "")
    a, b = plain[place], plain[place + 1]
    swapped = plain[:place] + b + a + plain[place + 2 :]
    assert (normal_code(swapped) is None) == (a != b)


@pytest.mark.parametrize("text", ["", "A", "U" * 17, "0" * 16, "0" * 18, "0000-0000-0000-0000-é"])
def test_what_cannot_be_a_code_is_none(text: str) -> None:
    assert normal_code(text) is None


def test_a_code_holds_eighty_bits() -> None:
    for number in (-1, 1 << 80):
        with pytest.raises(ValueError, match="80 bits"):
            code_of(number)
