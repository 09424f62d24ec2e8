"""A key statement is added when it is the next one, truly signed, and has seen no more than there is."""

from __future__ import annotations

from typing import Any

import pytest

from application.vault.key_statements import append_key_statement
from domain.errors import Refused
from domain.kernel import Actor
from domain.sealed import Signed
from domain.vault.key_log.decider import KeyStatementAppended
from domain.vault.statement_types import AccountPolicy, Hash, Header, RoleSet
from tests.support.checking import LEAVES, checks, work_on
from tests.support.key_logs import AT, AUTHOR, BY_AUTHOR, HEAD, ZEROS, device_of, log
from tests.support.key_statements import signed
from tests.support.shapes import ACCOUNT, named

POLICY = AccountPolicy(1, 1, 1, 0, 1, 1, 0)


def says(**header: Any) -> Signed:
    members: dict[str, Any] = {
        "account_id": ACCOUNT,
        "seq": 9,
        "prev_hash": HEAD,
        "user_id": AUTHOR,
        "device_id": device_of(AUTHOR),
        "created_at": AT,
        "view_size": LEAVES,
        "view_root": ZEROS,
    }
    return signed(Header(**(members | header)), POLICY)


async def test_the_next_statement_is_added() -> None:
    work = work_on(log(), BY_AUTHOR.actor)
    await append_key_statement(work, checks(), says(), AccountPolicy)
    (fact,) = work.facts
    assert isinstance(fact, KeyStatementAppended)
    assert (fact.seq, fact.type) == (9, "account.policy")


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ({"view_size": LEAVES + 1}, "statement_invalid"),
        ({"account_id": named("another account")}, "statement_invalid"),
        ({"seq": 8}, "key_log_moved"),
        ({"seq": 10}, "key_log_moved"),
        ({"prev_hash": Hash(bytes(32))}, "key_log_moved"),
        ({"created_at": AT + 600_001}, "statement_invalid"),
        ({"device_id": named("another device")}, "no_authority"),
    ],
)
async def test_one_that_does_not_fit_is_refused(header: dict[str, Any], reason: str) -> None:
    work = work_on(log(), BY_AUTHOR.actor)
    with pytest.raises(Refused) as refusal:
        await append_key_statement(work, checks(), says(**header), AccountPolicy)
    assert (refusal.value.reason, work.facts) == (reason, ())


async def test_a_signature_that_does_not_fit_and_a_kind_that_was_not_asked_for_are_refused() -> None:
    for verified, kind in ((False, AccountPolicy), (True, RoleSet)):
        work = work_on(log(), BY_AUTHOR.actor)
        with pytest.raises(Refused) as refusal:
            await append_key_statement(work, checks(fits=verified), says(), kind)
        assert (refusal.value.reason, work.facts) == ("statement_invalid", ())


async def test_nobody_adds_the_statement_of_somebody_else() -> None:
    work = work_on(log(), Actor("user", named("another"), ACCOUNT))  # pyright: ignore[reportArgumentType]
    with pytest.raises(Refused) as refusal:
        await append_key_statement(work, checks(), says(), AccountPolicy)
    assert refusal.value.reason == "no_authority"
