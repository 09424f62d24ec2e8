"""What may become of a person, and what may not."""

from __future__ import annotations

from typing import assert_never

from domain.errors import AlreadyExists, NotFound, Refused
from domain.identity.users.commands import (
    AddPasskey,
    BanUser,
    ChangeEmail,
    ChangePlatformRole,
    EraseUser,
    LinkSocialIdentity,
    RegisterUser,
    RemovePasskey,
    RenamePasskey,
    RenameUser,
    RequestErasure,
    SetPassword,
    UnbanUser,
    UsePasskey,
    UserCommand,
    VerifyEmail,
)
from domain.identity.users.facts import (
    EmailChanged,
    EmailVerified,
    PasskeyAdded,
    PasskeyRemoved,
    PasskeyRenamed,
    PasskeyUsed,
    PasswordReason,
    PasswordSet,
    PlatformRoleChanged,
    SocialIdentityLinked,
    SocialIdentityUnlinked,
    UserBanned,
    UserErased,
    UserErasureRequested,
    UserEvent,
    UserRegistered,
    UserRenamed,
    UserUnbanned,
)
from domain.identity.users.state import Passkey, User
from domain.ids import PasskeyId
from domain.kernel import Moment

MAX_PASSKEYS = 25
MAX_SOCIAL_IDENTITIES = 10

# Somebody other than the person may have known the password before: every session ends with it.
_ENDS_SESSIONS: frozenset[PasswordReason] = frozenset({"reset", "admin"})


def decide(command: UserCommand, user: User | None, moment: Moment) -> list[UserEvent]:
    if isinstance(command, RegisterUser):
        if user is not None:
            raise AlreadyExists("This person already exists.", reason="registered")
        return _registered(command)
    if user is None:
        raise NotFound("There is no such person.")
    if isinstance(command, EraseUser):
        return _erased(command, user)
    if user.leaving:
        # Asking twice changes nothing, and nothing else happens to somebody who is leaving.
        if isinstance(command, RequestErasure):
            return []
        raise NotFound("There is no such person.")
    match command:
        case VerifyEmail():
            return [] if user.verified else [EmailVerified()]
        case RenameUser(name_ref=name_ref):
            return [] if name_ref == user.name_ref else [UserRenamed(name_ref)]
        case ChangeEmail():
            return _moved(command, user)
        case SetPassword(reason=reason, ends_sessions=ends):
            return [PasswordSet(reason, user.epoch + (ends or reason in _ENDS_SESSIONS))]
        case AddPasskey():
            return _added(command, user)
        case UsePasskey():
            return _used(command, user)
        case RenamePasskey(passkey_id=passkey_id, name_ref=name_ref):
            named = _passkey(user, passkey_id).name_ref == name_ref
            return [] if named else [PasskeyRenamed(passkey_id, name_ref)]
        case RemovePasskey():
            return _removed(command, user)
        case LinkSocialIdentity():
            return _linked(command, user)
        case BanUser(reason=reason, until=until):
            if user.banned and user.banned_until == until:
                return []
            return [UserBanned(reason, until, user.epoch + 1)]
        case UnbanUser():
            return [UserUnbanned()] if user.banned else []
        case ChangePlatformRole(role=role):
            return [] if role == user.platform_role else [PlatformRoleChanged(role)]
        case RequestErasure(due_at=due_at, left=left):
            return [UserErasureRequested(due_at, user.epoch + 1, left)]
        case _:
            assert_never(command)


def _registered(command: RegisterUser) -> list[UserEvent]:
    """Nobody registers before the mailbox is proven, so both facts come together; whom the platform made
    known proves it at the first sign-in."""
    registered = UserRegistered(
        user_id=command.user_id,
        email_ref=command.email_ref,
        email_index=command.email_index,
        name_ref=command.name_ref,
        method=command.method,
    )
    proven = [EmailVerified()] if command.proven else []
    password = [PasswordSet("signup" if command.proven else "admin", 0)] if command.password else []
    return [registered, *proven, *password]


def _moved(command: ChangeEmail, user: User) -> list[UserEvent]:
    if command.email_index == user.email_index:
        return []
    return [
        EmailChanged(
            email_ref=command.email_ref, email_index=command.email_index, former_index=user.email_index
        )
    ]


def _added(command: AddPasskey, user: User) -> list[UserEvent]:
    if command.passkey_id in user.passkeys:
        return []
    if len(user.passkeys) >= MAX_PASSKEYS:
        raise Refused(f"A person can have {MAX_PASSKEYS} passkeys.", reason="passkey_limit")
    return [
        PasskeyAdded(
            passkey_id=command.passkey_id,
            credential_hash=command.credential_hash,
            name_ref=command.name_ref,
            device_type=command.device_type,
            backed_up=command.backed_up,
            counter=command.counter,
        )
    ]


def _used(command: UsePasskey, user: User) -> list[UserEvent]:
    """A counter that does not grow, once there is one, says that the authenticator was copied. A synced
    passkey is copied by design: each of its devices counts on its own, if at all."""
    passkey = _passkey(user, command.passkey_id)
    last = passkey.counter
    if passkey.bound and (last or command.counter) and command.counter <= last:
        raise Refused("Authentication failed", reason="counter_went_back")
    return [PasskeyUsed(command.passkey_id, command.counter, command.backed_up)]


def _removed(command: RemovePasskey, user: User) -> list[UserEvent]:
    removed = _passkey(user, command.passkey_id)
    if not (command.codes_suffice or user.password or user.social or len(user.passkeys) > 1):
        raise Refused(
            "This is the only way to sign in that an account of yours accepts. Add another one first.",
            reason="last_sign_in_method",
        )
    return [PasskeyRemoved(command.passkey_id, removed.credential_hash)]


def _linked(command: LinkSocialIdentity, user: User) -> list[UserEvent]:
    """Requires a verified e-mail: nobody can prepare an account for an address that is not theirs."""
    if command.subject_hash in user.social:
        return []
    if not user.verified:
        raise Refused("The mailbox of this person is not proven.", reason="not_verified")
    if len(user.social) >= MAX_SOCIAL_IDENTITIES:
        raise Refused(
            f"A person can be linked to {MAX_SOCIAL_IDENTITIES} identities.", reason="social_identity_limit"
        )
    return [SocialIdentityLinked(command.provider, command.subject_hash)]


def _erased(command: EraseUser, user: User) -> list[UserEvent]:
    if user.erased:
        return []
    if not user.leaving:
        raise Refused("This person did not ask to be forgotten.", reason="not_requested")
    removed = [PasskeyRemoved(PasskeyId(id), key.credential_hash) for id, key in user.passkeys.items()]
    unlinked = [SocialIdentityUnlinked(provider, subject) for subject, provider in user.social.items()]
    return [*removed, *unlinked, UserErased(proof_hash=command.proof_hash, email_index=user.email_index)]


def _passkey(user: User, passkey_id: PasskeyId) -> Passkey:
    passkey = user.passkeys.get(passkey_id)
    if passkey is None:
        raise NotFound("Passkey not found", reason="passkey_not_found")
    return passkey
