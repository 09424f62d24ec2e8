"""What happened to a person."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from domain.ids import AccountId, PasskeyId, UserId
from domain.kernel import Claim, Event, PiiRef

Proof = Literal["password", "otp", "social"]
PasswordReason = Literal["signup", "change", "reset", "admin"]
DeviceType = Literal["singleDevice", "multiDevice"]
PlatformRole = Literal["user", "admin"]
SocialProvider = Literal["google", "microsoft"]
# Words, and no sentence about a person: a fact is read by many, and for long.
BanReason = Literal["spam", "abuse", "fraud", "compromised", "legal"]


def _email(index: str) -> Iterable[Claim]:
    return (Claim("global", "email", index),) if index else ()


def _credential(credential_hash: str) -> Iterable[Claim]:
    return (Claim("global", "credential", credential_hash),)


def _social(subject_hash: str) -> Iterable[Claim]:
    return (Claim("global", "social_identity", subject_hash),) if subject_hash else ()


class UserRegistered(Event, frozen=True, tag="user.registered", kw_only=True):
    erasable = ("emailIndex",)

    user_id: UserId
    email_ref: PiiRef
    name_ref: PiiRef
    method: Proof
    email_index: str = ""

    def claims(self) -> Iterable[Claim]:
        return _email(self.email_index)


class EmailVerified(Event, frozen=True, tag="user.email_verified"):
    pass


class EmailChanged(Event, frozen=True, tag="user.email_changed", kw_only=True):
    """The previous address is free again. Both addresses were verified."""

    erasable = ("emailIndex", "formerIndex")

    email_ref: PiiRef
    email_index: str = ""
    former_index: str = ""

    def claims(self) -> Iterable[Claim]:
        return _email(self.email_index)

    def releases(self) -> Iterable[Claim]:
        return _email(self.former_index)


class UserRenamed(Event, frozen=True, tag="user.renamed"):
    name_ref: PiiRef


class PasswordSet(Event, frozen=True, tag="user.password_set"):
    """`epoch` is the one of sessions that live on; those of an earlier one are dead from here on."""

    reason: PasswordReason
    epoch: int


class PasskeyAdded(Event, frozen=True, tag="passkey.added", kw_only=True):
    passkey_id: PasskeyId
    credential_hash: str
    name_ref: PiiRef
    device_type: DeviceType
    backed_up: bool
    counter: int = 0

    def claims(self) -> Iterable[Claim]:
        return _credential(self.credential_hash)


class PasskeyUsed(Event, frozen=True, tag="passkey.used"):
    passkey_id: PasskeyId
    counter: int
    backed_up: bool


class PasskeyRenamed(Event, frozen=True, tag="passkey.renamed"):
    passkey_id: PasskeyId
    name_ref: PiiRef


class PasskeyRemoved(Event, frozen=True, tag="passkey.removed"):
    passkey_id: PasskeyId
    credential_hash: str

    def releases(self) -> Iterable[Claim]:
        return _credential(self.credential_hash)


class SocialIdentityLinked(Event, frozen=True, tag="social_identity.linked"):
    """From now on, this subject of the provider signs in as this user."""

    erasable = ("subjectHash",)

    provider: SocialProvider
    subject_hash: str = ""

    def claims(self) -> Iterable[Claim]:
        return _social(self.subject_hash)


class SocialIdentityUnlinked(Event, frozen=True, tag="social_identity.unlinked"):
    erasable = ("subjectHash",)

    provider: SocialProvider
    subject_hash: str = ""

    def releases(self) -> Iterable[Claim]:
        return _social(self.subject_hash)


class UserBanned(Event, frozen=True, tag="user.banned"):
    reason: str
    until: datetime | None
    epoch: int


class UserUnbanned(Event, frozen=True, tag="user.unbanned"):
    pass


class PlatformRoleChanged(Event, frozen=True, tag="user.platform_role_changed"):
    role: PlatformRole


class UserErasureRequested(Event, frozen=True, tag="user.erasure_requested"):
    """Deletion was requested: this user can no longer sign in. Memberships of `left` ended with it."""

    due_at: datetime
    epoch: int
    left: tuple[AccountId, ...] = ()


class UserErased(Event, frozen=True, tag="user.erased", kw_only=True):
    """The user's key for personal data is deleted next, and with it every value that names them."""

    erasable = ("emailIndex",)

    proof_hash: str
    email_index: str = ""

    def releases(self) -> Iterable[Claim]:
        return _email(self.email_index)


UserEvent = (
    UserRegistered
    | EmailVerified
    | EmailChanged
    | UserRenamed
    | PasswordSet
    | PasskeyAdded
    | PasskeyUsed
    | PasskeyRenamed
    | PasskeyRemoved
    | SocialIdentityLinked
    | SocialIdentityUnlinked
    | UserBanned
    | UserUnbanned
    | PlatformRoleChanged
    | UserErasureRequested
    | UserErased
)
