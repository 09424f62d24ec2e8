"""`check_wrap` on its own: the keyring of the role, which asks some of the same, does not stand behind it."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import pytest
from msgspec.structs import replace

from application.vault.boxes import box_hash
from application.vault.grants import check_wrap
from domain.errors import Refused
from domain.records import unpadded
from domain.sealed import DeviceWrap, Signed
from domain.vault.statement_types import Hash, Header, InviteCancel, Place, RoleGrant
from domain.vault.statements import Statement, read_signed
from tests.support import key_statements
from tests.support.key_logs import AT, AUTHOR, KEEPER, OTHER, ROLE, ZEROS, device_of, log
from tests.support.key_statements import point
from tests.support.shapes import ACCOUNT, named

DATA = b"\x01" + point(5) + bytes(145)


def the_wrap(data: bytes = DATA) -> DeviceWrap:
    """For the device of the other one, as `log()` has them."""
    return DeviceWrap(
        role_id=ROLE,
        user_id=OTHER,
        device_id=device_of(OTHER),
        generation=1,
        role_public_key_b64u=unpadded(point(3)),
        device_public_key_b64u=unpadded(point(1)),
        iv_b64u=unpadded(bytes(12)),
        salt_b64u=unpadded(bytes(16)),
        data_b64u=unpadded(data),
        statement_b64u="",
        signature_b64u="",
    )


def stated(body: RoleGrant | InviteCancel, seq: int = 1) -> Statement:
    header = Header(ACCOUNT, seq, ZEROS, AUTHOR, device_of(AUTHOR), AT, 9, ZEROS)
    signed: Signed = key_statements.signed(header, body)
    return read_signed(signed)


def granted(wrap: DeviceWrap) -> Statement:
    """What its author says of exactly this wrap."""
    place = Place(wrap.role_id.bytes + wrap.device_id.bytes)
    body = RoleGrant("role-wrap", place, wrap.generation, wrap.user_id, Hash(box_hash(wrap)))
    return stated(body, seq=wrap.generation)


def reason_of(wrap: DeviceWrap, statement: Statement) -> str:
    with pytest.raises(Refused) as refusal:
        check_wrap(log(), wrap, statement)
    return f"{refusal.value.reason}: {refusal.value}"


def test_a_wrap_that_is_as_it_should_be_is_taken() -> None:
    check_wrap(log(), the_wrap(), granted(the_wrap()))


def other(**changes: object) -> Callable[[], tuple[DeviceWrap, Statement]]:
    """A wrap of which only this is wrong, with a statement that agrees with it."""
    return lambda: (changed := replace(the_wrap(), **changes), granted(changed))


WRONG: dict[str, tuple[str, Callable[[], tuple[DeviceWrap, Statement]]]] = {
    "a device that nobody knows": ("not_role_member", other(device_id=named("nowhere"))),
    "the device of somebody else": ("not_role_member", other(device_id=device_of(AUTHOR))),
    "somebody without the role": ("not_role_member", other(device_id=device_of(KEEPER), user_id=KEEPER)),
    "another device key": ("device_key", other(device_public_key_b64u=unpadded(point(7)))),
    "another role key": ("stale_generation", other(role_public_key_b64u=unpadded(point(7)))),
    "another generation": ("stale_generation", other(generation=2)),
    "another version": ("form", other(data_b64u=unpadded(b"\x02" + DATA[1:]))),
    "no point": ("form", other(data_b64u=unpadded(b"\x01" + bytes(210)))),
    "a grant of another generation": (
        "another wrap",
        lambda: (the_wrap(), granted(replace(the_wrap(), generation=2))),
    ),
    "a grant for another person": (
        "another wrap",
        lambda: (the_wrap(), granted(replace(the_wrap(), user_id=KEEPER))),
    ),
    "a grant for another device": (
        "another wrap",
        lambda: (the_wrap(), granted(replace(the_wrap(), device_id=device_of(AUTHOR)))),
    ),
    "a grant of another role": (
        "another wrap",
        lambda: (the_wrap(), granted(replace(the_wrap(), role_id=named("role")))),
    ),
    "a grant of another box": (
        "not the signed one",
        lambda: (the_wrap(), granted(the_wrap(DATA[:-1] + b"\x01"))),
    ),
    "another statement": ("another type", lambda: (the_wrap(), stated(InviteCancel(UUID(int=7))))),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrap_of_which_one_thing_is_wrong_is_refused_for_that(wrong: str) -> None:
    why, made = WRONG[wrong]
    assert why in reason_of(*made())
