"""People change: addresses, names of passkeys, ways in; and some ask to be forgotten."""

from datetime import timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import NotFound, Refused
from domain.identity.users import (
    USER,
    AddPasskey,
    ChangeEmail,
    EmailChanged,
    EmailVerified,
    EraseUser,
    PasskeyAdded,
    PasskeyRemoved,
    PasskeyRenamed,
    PasskeyUsed,
    PasswordSet,
    RemovePasskey,
    RenamePasskey,
    RenameUser,
    RequestErasure,
    SetPassword,
    UsePasskey,
    UserErased,
    UserErasureRequested,
    UserRegistered,
)
from domain.ids import PasskeyId, UserId
from domain.kernel import Claim, PiiRef
from tests.support.decisions import NOON, Story

ANN = UserId(UUID(int=1))
KEY, OTHER = PasskeyId(UUID(int=2)), PasskeyId(UUID(int=3))
NAME, NEW = PiiRef("name"), PiiRef("new")

registered = UserRegistered(
    user_id=ANN, email_ref=PiiRef("email"), name_ref=NAME, method="otp", email_index="old"
)
ann = Story(USER).given(registered, EmailVerified())


def passkey(passkey_id: PasskeyId, *, bound: bool = True, counter: int = 0) -> PasskeyAdded:
    return PasskeyAdded(
        passkey_id=passkey_id,
        credential_hash=f"hash{passkey_id.int}",
        name_ref=NAME,
        device_type="singleDevice" if bound else "multiDevice",
        backed_up=not bound,
        counter=counter,
    )


def test_a_new_address_takes_its_claim_and_gives_the_old_one_back() -> None:
    (moved,) = ann.when(ChangeEmail(email_ref=NEW, email_index="new")).carried_out()
    assert moved == EmailChanged(email_ref=NEW, email_index="new", former_index="old")
    assert list(moved.claims()) == [Claim("global", "email", "new")]
    assert list(moved.releases()) == [Claim("global", "email", "old")]
    back = ann.given(moved).when(ChangeEmail(email_ref=NEW, email_index="old"))
    back.then(EmailChanged(email_ref=NEW, email_index="old", former_index="new"))


def test_the_same_address_is_no_news() -> None:
    ann.when(ChangeEmail(email_ref=NEW, email_index="old")).then()


def test_a_change_of_password_ends_sessions_only_when_that_is_asked_for() -> None:
    ann.when(SetPassword("change")).then(PasswordSet("change", 0))
    ann.when(SetPassword("change", ends_sessions=True)).then(PasswordSet("change", 1))
    ann.when(SetPassword("reset")).then(PasswordSet("reset", 1))


def test_a_passkey_is_named_anew_and_taken_away() -> None:
    story = ann.given(passkey(KEY))
    story.when(RenamePasskey(KEY, NEW)).then(PasskeyRenamed(KEY, NEW))
    story.when(RenamePasskey(KEY, NAME)).then()
    (removed,) = story.when(RemovePasskey(KEY)).carried_out()
    assert removed == PasskeyRemoved(KEY, "hash2")
    assert list(removed.releases()) == [Claim("global", "credential", "hash2")]
    for command in (
        RenamePasskey(KEY, NEW),
        RemovePasskey(KEY),
        UsePasskey(passkey_id=KEY, counter=1, backed_up=False),
    ):
        story.given(removed).when(command).then_refused(NotFound, "passkey_not_found")


@pytest.mark.parametrize(
    "fact", [PasskeyUsed(KEY, 1, backed_up=False), PasskeyRenamed(KEY, NEW), PasskeyRemoved(KEY, "")]
)
def test_a_fact_about_a_passkey_that_is_not_there_changes_nothing(
    fact: PasskeyUsed | PasskeyRenamed | PasskeyRemoved,
) -> None:
    assert ann.given(fact).state == ann.state


def test_where_codes_do_not_suffice_the_last_other_way_stays() -> None:
    only = ann.given(passkey(KEY))
    only.when(RemovePasskey(KEY, codes_suffice=False)).then_refused(Refused, "last_sign_in_method")
    only.when(RemovePasskey(KEY, codes_suffice=True)).then(PasskeyRemoved(KEY, "hash2"))
    for other in (passkey(OTHER), PasswordSet("reset", 1)):
        only.given(other).when(RemovePasskey(KEY, codes_suffice=False)).then(PasskeyRemoved(KEY, "hash2"))


@given(st.integers(0, 5), st.integers(0, 5))
def test_only_a_bound_passkey_has_to_count(last: int, counter: int) -> None:
    used = UsePasskey(passkey_id=KEY, counter=counter, backed_up=False)
    fact = PasskeyUsed(KEY, counter, backed_up=False)
    ann.given(passkey(KEY, bound=False, counter=last)).when(used).then(fact)
    answer = ann.given(passkey(KEY, counter=last)).when(used)
    if counter > last or counter == last == 0:
        answer.then(fact)
    else:
        answer.then_refused(Refused, "counter_went_back")


def test_who_asked_to_be_forgotten_is_let_in_no_more_and_does_nothing_more() -> None:
    due = NOON + timedelta(days=30)
    (asked,) = ann.when(RequestErasure(due)).carried_out()
    assert asked == UserErasureRequested(due, 1)
    leaving = ann.given(asked)
    leaving.when(RequestErasure(NOON)).then()
    for command in (
        RenameUser(NEW),
        ChangeEmail(email_ref=NEW, email_index="new"),
        SetPassword("reset"),
        AddPasskey(
            passkey_id=KEY,
            credential_hash="hash",
            name_ref=NAME,
            device_type="singleDevice",
            backed_up=False,
            counter=0,
        ),
    ):
        leaving.when(command).then_refused(NotFound, "not_found")


def test_being_forgotten_frees_every_claim_once() -> None:
    story = ann.given(passkey(KEY), passkey(OTHER), UserErasureRequested(NOON, 1))
    facts = story.when(EraseUser("proof")).carried_out()
    assert [type(fact) for fact in facts] == [PasskeyRemoved, PasskeyRemoved, UserErased]
    assert [claim for fact in facts for claim in fact.releases()] == [
        Claim("global", "credential", "hash2"),
        Claim("global", "credential", "hash3"),
        Claim("global", "email", "old"),
    ]
    story.given(*facts).when(EraseUser("proof")).then()


def test_nobody_is_forgotten_who_did_not_ask() -> None:
    ann.when(EraseUser("proof")).then_refused(Refused, "not_requested")


@pytest.mark.parametrize("index", ["", "old"])
def test_facts_whose_key_is_gone_claim_nothing(index: str) -> None:
    assert len(list(UserErased(proof_hash="x", email_index=index).releases())) == len(index[:1])
    gone = EmailChanged(email_ref=NEW, email_index="", former_index="")
    assert [*gone.claims(), *gone.releases()] == []
