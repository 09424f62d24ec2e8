"""Identities at providers: linked to whoever proved the mailbox, and to nobody else until they are let go."""

from datetime import timedelta
from uuid import UUID

from domain.errors import Refused
from domain.identity.users import (
    MAX_SOCIAL_IDENTITIES,
    USER,
    EmailVerified,
    EraseUser,
    LinkSocialIdentity,
    PasskeyAdded,
    PasskeyRemoved,
    RemovePasskey,
    RequestErasure,
    SocialIdentityLinked,
    SocialIdentityUnlinked,
    UserErased,
    UserRegistered,
)
from domain.ids import PasskeyId, UserId
from domain.kernel import Claim, PiiRef
from tests.support.decisions import NOON, Story

KEY = PasskeyId(UUID(int=2))
registered = UserRegistered(
    user_id=UserId(UUID(int=1)),
    email_ref=PiiRef("email"),
    name_ref=PiiRef("name"),
    method="social",
    email_index="ix",
)
unproven = Story(USER).given(registered)
ann = unproven.given(EmailVerified())
linked = SocialIdentityLinked("google", "hash")


def test_who_proved_the_mailbox_is_linked_once():
    ann.when(LinkSocialIdentity("google", "hash")).then(linked)
    ann.given(linked).when(LinkSocialIdentity("google", "hash")).then()
    ann.given(linked).when(LinkSocialIdentity("microsoft", "other")).then(
        SocialIdentityLinked("microsoft", "other")
    )


def test_who_did_not_is_not():
    unproven.when(LinkSocialIdentity("google", "hash")).then_refused(Refused, "not_verified")


def test_there_is_an_end_to_it():
    full = ann.given(*(SocialIdentityLinked("google", f"hash{n}") for n in range(MAX_SOCIAL_IDENTITIES)))
    full.when(LinkSocialIdentity("google", "hash")).then_refused(Refused, "social_identity_limit")


def test_an_identity_belongs_to_one_person_until_it_is_let_go():
    claim = (Claim("global", "social_identity", "hash"),)
    assert linked.claims() == claim
    assert SocialIdentityUnlinked("google", "hash").releases() == claim
    assert SocialIdentityLinked("google").claims() == ()
    assert SocialIdentityUnlinked("google").releases() == ()


def test_who_is_forgotten_is_linked_to_nothing():
    leaving = ann.given(linked).after(RequestErasure(NOON + timedelta(days=30)))
    leaving.when(EraseUser("proof")).then(
        SocialIdentityUnlinked("google", "hash"), UserErased(proof_hash="proof", email_index="ix")
    )
    assert leaving.after(EraseUser("proof")).state.social == {}


def test_an_account_elsewhere_is_another_way_in():
    added = PasskeyAdded(
        passkey_id=KEY,
        credential_hash="key",
        name_ref=PiiRef("name"),
        device_type="multiDevice",
        backed_up=True,
    )
    remove = RemovePasskey(KEY, codes_suffice=False)
    ann.given(added).when(remove).then_refused(Refused, "last_sign_in_method")
    ann.given(added, linked).when(remove).then(PasskeyRemoved(KEY, "key"))
