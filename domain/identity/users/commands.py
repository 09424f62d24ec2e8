"""Commands on a user."""

from __future__ import annotations

from datetime import datetime

from domain.identity.users.facts import (
    BanReason,
    DeviceType,
    PasswordReason,
    PlatformRole,
    Proof,
    SocialProvider,
)
from domain.ids import AccountId, PasskeyId, UserId
from domain.kernel import PiiRef, Value


class RegisterUser(Value, frozen=True, kw_only=True):
    """Create a user: the email address was verified for the first time, or an administrator adds a user who
    verifies it later. `email_index` is the blind index of the address.
    """

    user_id: UserId
    email_ref: PiiRef
    email_index: str
    name_ref: PiiRef
    method: Proof
    password: bool = False
    proven: bool = True


class VerifyEmail(Value, frozen=True):
    """Verify the email address of a user that an administrator created."""


class RenameUser(Value, frozen=True):
    name_ref: PiiRef


class ChangeEmail(Value, frozen=True, kw_only=True):
    """The person proved another mailbox."""

    email_ref: PiiRef
    email_index: str


class SetPassword(Value, frozen=True):
    """Set a password. If another person may have set it, all sessions end in any case."""

    reason: PasswordReason
    ends_sessions: bool = False


class AddPasskey(Value, frozen=True, kw_only=True):
    """A credential was registered. `credential_hash` is the keyed hash of its id."""

    passkey_id: PasskeyId
    credential_hash: str
    name_ref: PiiRef
    device_type: DeviceType
    backed_up: bool
    counter: int


class UsePasskey(Value, frozen=True, kw_only=True):
    """A signature of this credential was verified; `counter` is what its authenticator counted."""

    passkey_id: PasskeyId
    counter: int
    backed_up: bool


class RenamePasskey(Value, frozen=True):
    passkey_id: PasskeyId
    name_ref: PiiRef


class RemovePasskey(Value, frozen=True):
    """`codes_suffice`: no account of the person asks for more than a code that was mailed."""

    passkey_id: PasskeyId
    codes_suffice: bool = True


class LinkSocialIdentity(Value, frozen=True):
    """A provider says that it knows this person. `subject_hash` is the keyed hash of whom it means."""

    provider: SocialProvider
    subject_hash: str


class BanUser(Value, frozen=True):
    reason: BanReason
    until: datetime | None = None


class UnbanUser(Value, frozen=True):
    pass


class ChangePlatformRole(Value, frozen=True):
    role: PlatformRole


class RequestErasure(Value, frozen=True):
    """The person wants to be forgotten. Their memberships of `left` end in the same append."""

    due_at: datetime
    left: tuple[AccountId, ...] = ()


class EraseUser(Value, frozen=True):
    """Everything that names the person is about to be destroyed. `proof_hash` is over what that is."""

    proof_hash: str


UserCommand = (
    RegisterUser
    | VerifyEmail
    | RenameUser
    | ChangeEmail
    | SetPassword
    | AddPasskey
    | UsePasskey
    | RenamePasskey
    | RemovePasskey
    | LinkSocialIdentity
    | BanUser
    | UnbanUser
    | ChangePlatformRole
    | RequestErasure
    | EraseUser
)
