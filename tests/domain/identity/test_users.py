"""People: registered by a proof, and recognised by what they added since."""

from datetime import timedelta
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from domain.errors import AlreadyExists, NotFound, Refused
from domain.identity.users import (
    MAX_PASSKEYS,
    USER,
    AddPasskey,
    BanUser,
    ChangePlatformRole,
    EmailVerified,
    PasskeyAdded,
    PasskeyUsed,
    PasswordSet,
    PlatformRoleChanged,
    RegisterUser,
    RenameUser,
    SetPassword,
    UnbanUser,
    UsePasskey,
    UserBanned,
    UserRegistered,
    UserRenamed,
    UserUnbanned,
    VerifyEmail,
)
from domain.ids import PasskeyId, UserId
from domain.kernel import Claim, PiiRef
from tests.support.decisions import NOON, Story

ANN = UserId(UUID(int=1))
KEY = PasskeyId(UUID(int=2))
EMAIL, NAME = PiiRef("email"), PiiRef("name")

registered = UserRegistered(user_id=ANN, email_ref=EMAIL, name_ref=NAME, method="password", email_index="ix")
nobody = Story(USER)
ann = nobody.given(registered, EmailVerified())


def register(*, password: bool) -> RegisterUser:
    return RegisterUser(
        user_id=ANN, email_ref=EMAIL, email_index="ix", name_ref=NAME, method="password", password=password
    )


def add(number: int = 2, counter: int = 0) -> AddPasskey:
    return AddPasskey(
        passkey_id=PasskeyId(UUID(int=number)),
        credential_hash=f"hash{number}",
        name_ref=NAME,
        device_type="singleDevice",
        backed_up=False,
        counter=counter,
    )


def use(counter: int) -> UsePasskey:
    return UsePasskey(passkey_id=KEY, counter=counter, backed_up=False)


def test_the_first_proof_registers_and_verifies_at_once():
    nobody.when(register(password=False)).then(registered, EmailVerified())
    nobody.when(register(password=True)).then(registered, EmailVerified(), PasswordSet("signup", 0))


def test_whom_the_platform_makes_known_proves_the_mailbox_later():
    known = RegisterUser(
        user_id=ANN,
        email_ref=EMAIL,
        email_index="ix",
        name_ref=NAME,
        method="password",
        password=True,
        proven=False,
    )
    story = nobody.when(known).then(registered, PasswordSet("admin", 0))
    proven = story.when(VerifyEmail()).then(EmailVerified())
    proven.when(VerifyEmail()).then()
    ann.when(VerifyEmail()).then()


def test_nobody_is_registered_twice():
    ann.when(register(password=False)).then_refused(AlreadyExists, "registered")


def test_an_address_belongs_to_one_person_until_it_is_erased():
    assert registered.claims() == (Claim("global", "email", "ix"),)
    erased = UserRegistered(user_id=ANN, email_ref=EMAIL, name_ref=NAME, method="otp")
    assert erased.claims() == ()


def test_what_nobody_is_cannot_be_changed():
    nobody.when(SetPassword("change")).then_refused(NotFound, "not_found")


def test_the_same_name_is_no_news():
    ann.when(RenameUser(NAME)).then()
    ann.when(RenameUser(PiiRef("other"))).then(UserRenamed(PiiRef("other")))


def test_a_password_set_by_somebody_else_begins_a_new_epoch():
    ann.when(SetPassword("change")).then(PasswordSet("change", 0))
    ann.when(SetPassword("reset")).then(PasswordSet("reset", 1)).when(SetPassword("admin")).then(
        PasswordSet("admin", 2)
    )


def test_a_ban_begins_a_new_epoch_and_ends_by_itself():
    until = NOON + timedelta(days=1)
    banned = ann.when(BanUser("spam", until)).then(UserBanned("spam", until, 1))
    assert banned.state.shut_out(NOON)
    assert not banned.state.shut_out(until)
    banned.when(BanUser("spam", until)).then()
    free = banned.when(UnbanUser()).then(UserUnbanned())
    assert not free.state.shut_out(NOON)
    assert free.state.epoch == 1
    free.when(UnbanUser()).then()


def test_platform_roles_change_when_they_differ():
    ann.when(ChangePlatformRole("user")).then()
    ann.when(ChangePlatformRole("admin")).then(PlatformRoleChanged("admin"))


def test_a_passkey_is_added_once_and_claims_its_credential():
    with_key = ann.when(add()).then(
        PasskeyAdded(
            passkey_id=KEY,
            credential_hash="hash2",
            name_ref=NAME,
            device_type="singleDevice",
            backed_up=False,
        )
    )
    with_key.when(add()).then()
    (added,) = ann.when(add()).facts
    assert added.claims() == (Claim("global", "credential", "hash2"),)


def test_passkeys_are_not_without_end():
    story = ann
    for number in range(MAX_PASSKEYS):
        story = story.after(add(number + 10))
    story.when(add(99)).then_refused(Refused, "passkey_limit")


def test_a_passkey_of_nobody_signs_nothing():
    ann.when(use(1)).then_refused(NotFound, "passkey_not_found")


def test_a_counter_that_goes_back_or_stays_is_a_copy():
    counted = ann.after(add(), use(5))
    counted.when(use(5)).then_refused(Refused, "counter_went_back")
    counted.when(use(4)).then_refused(Refused, "counter_went_back")
    counted.when(use(0)).then_refused(Refused, "counter_went_back")
    counted.when(use(6)).then(PasskeyUsed(KEY, 6, False))


def test_an_authenticator_that_never_counts_is_fine():
    ann.after(add(), use(0)).when(use(0)).then(PasskeyUsed(KEY, 0, False))


@given(st.lists(st.integers(0, 20), max_size=20))
def test_accepted_counters_only_grow(counters: list[int]):
    story, accepted = ann.after(add()), [0]
    for counter in counters:
        answer = story.when(use(counter))
        if answer.refusal is None:
            accepted.append(counter)
            story = story.given(*answer.facts)
    grown = [counter for counter in accepted if counter]
    assert grown == sorted(set(grown))
    assert not grown or 0 not in accepted[accepted.index(grown[0]) :]


@given(st.lists(st.sampled_from(["change", "reset", "admin", "ban", "unban"]), max_size=12))
def test_epochs_never_fall(orders: list[str]):
    story, epochs = ann, [0]
    for order in orders:
        command = {"ban": BanUser("abuse"), "unban": UnbanUser()}.get(order) or SetPassword(order)  # type: ignore[arg-type]
        story = story.after(command)
        epochs.append(story.state.epoch)
    assert epochs == sorted(epochs)
