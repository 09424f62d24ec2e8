"""A ban counts from its start to its end, and a passkey without a signature counter is not a copy."""

from __future__ import annotations

from datetime import timedelta

from domain.errors import Refused
from domain.identity.users import (
    USER,
    AddPasskey,
    BanUser,
    RegisterUser,
    UnbanUser,
    UsePasskey,
    User,
    UserBanned,
)
from domain.ids import PasskeyId
from domain.kernel import PiiRef
from tests.support.decisions import NOON, Story
from tests.support.shapes import ANN, named

PASSKEY = PasskeyId(named("passkey"))
ann = Story(USER).after(
    RegisterUser(
        user_id=ANN, email_ref=PiiRef("p1.a"), email_index="index", name_ref=PiiRef("p1.b"), method="otp"
    )
)


def test_a_ban_without_an_end_is_one() -> None:
    banned = ann.when(BanUser("abuse")).then(UserBanned("abuse", None, 1))
    assert isinstance(banned.state, User)
    assert banned.state.shut_out(NOON + timedelta(days=9999))
    banned.when(BanUser("spam")).then()


def test_a_ban_gets_another_end_and_begins_anew_after_it_was_taken_back() -> None:
    until = NOON + timedelta(days=7)
    shorter = ann.after(BanUser("abuse")).when(BanUser("abuse", until))
    assert shorter.then(UserBanned("abuse", until, 2)).state.banned_until == until
    again = ann.after(BanUser("abuse"), UnbanUser()).when(BanUser("abuse"))
    again.then(UserBanned("abuse", None, 2))


def test_a_passkey_that_never_counts_is_used_again_and_one_that_stops_counting_is_a_copy() -> None:
    added = AddPasskey(
        passkey_id=PASSKEY,
        credential_hash="hash",
        name_ref=PiiRef("p1.c"),
        device_type="singleDevice",
        backed_up=False,
        counter=0,
    )
    silent = UsePasskey(passkey_id=PASSKEY, counter=0, backed_up=False)
    used = ann.after(added, silent, silent)
    counts = UsePasskey(passkey_id=PASSKEY, counter=5, backed_up=False)
    for wrong in (silent, counts):
        used.after(counts).when(wrong).then_refused(Refused, "counter_went_back")
