"""People: registered by the first proof of their mailbox, with passwords and passkeys as further proofs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal, assert_never
from uuid import UUID

from msgspec import field
from msgspec.structs import replace

from domain.errors import AlreadyExists, NotFound, Refused
from domain.ids import PasskeyId, UserId
from domain.kernel import Claim, Decider, Event, Moment, PiiRef, Value

Proof = Literal["password", "otp", "social"]
PasswordReason = Literal["signup", "change", "reset", "admin"]
DeviceType = Literal["singleDevice", "multiDevice"]
PlatformRole = Literal["user", "admin"]

MAX_PASSKEYS = 25

# Somebody other than the person may have known the password before: every session ends with it.
_ENDS_SESSIONS: frozenset[PasswordReason] = frozenset({"reset", "admin"})


class RegisterUser(Value, frozen=True, kw_only=True):
    """The mailbox was proven for the first time. `email_index` is the blind index of the address."""

    user_id: UserId
    email_ref: PiiRef
    email_index: str
    name_ref: PiiRef
    method: Proof
    password: bool = False


class RenameUser(Value, frozen=True):
    name_ref: PiiRef


class SetPassword(Value, frozen=True):
    reason: PasswordReason


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


class BanUser(Value, frozen=True):
    reason: str
    until: datetime | None = None


class UnbanUser(Value, frozen=True):
    pass


class ChangePlatformRole(Value, frozen=True):
    role: PlatformRole


class UserRegistered(Event, frozen=True, tag="user.registered", kw_only=True):
    erasable = ("emailIndex",)

    user_id: UserId
    email_ref: PiiRef
    name_ref: PiiRef
    method: Proof
    email_index: str = ""

    def claims(self) -> Iterable[Claim]:
        return (Claim("global", "email", self.email_index),) if self.email_index else ()


class EmailVerified(Event, frozen=True, tag="user.email_verified"):
    pass


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
        return (Claim("global", "credential", self.credential_hash),)


class PasskeyUsed(Event, frozen=True, tag="passkey.used"):
    passkey_id: PasskeyId
    counter: int
    backed_up: bool


class UserBanned(Event, frozen=True, tag="user.banned"):
    reason: str
    until: datetime | None
    epoch: int


class UserUnbanned(Event, frozen=True, tag="user.unbanned"):
    pass


class PlatformRoleChanged(Event, frozen=True, tag="user.platform_role_changed"):
    role: PlatformRole


UserCommand = (
    RegisterUser
    | RenameUser
    | SetPassword
    | AddPasskey
    | UsePasskey
    | BanUser
    | UnbanUser
    | ChangePlatformRole
)
UserEvent = (
    UserRegistered
    | EmailVerified
    | UserRenamed
    | PasswordSet
    | PasskeyAdded
    | PasskeyUsed
    | UserBanned
    | UserUnbanned
    | PlatformRoleChanged
)


class User(Value, frozen=True, kw_only=True):
    """What decisions about a person need to know. `passkeys` maps each to its counter."""

    name_ref: PiiRef
    verified: bool = False
    password: bool = False
    epoch: int = 0
    passkeys: dict[UUID, int] = field(default_factory=dict[UUID, int])
    banned: bool = False
    banned_until: datetime | None = None
    platform_role: PlatformRole = "user"

    def shut_out(self, now: datetime) -> bool:
        """Whether a ban holds at this moment."""
        return self.banned and (self.banned_until is None or now < self.banned_until)


def decide(command: UserCommand, user: User | None, moment: Moment) -> list[UserEvent]:
    if isinstance(command, RegisterUser):
        if user is not None:
            raise AlreadyExists("This person is registered already.", reason="registered")
        return _registered(command)
    if user is None:
        raise NotFound("There is no such person.")
    match command:
        case RenameUser(name_ref=name_ref):
            return [] if name_ref == user.name_ref else [UserRenamed(name_ref)]
        case SetPassword(reason=reason):
            return [PasswordSet(reason, user.epoch + (reason in _ENDS_SESSIONS))]
        case AddPasskey():
            return _added(command, user)
        case UsePasskey():
            return _used(command, user)
        case BanUser(reason=reason, until=until):
            if user.banned and user.banned_until == until:
                return []
            return [UserBanned(reason, until, user.epoch + 1)]
        case UnbanUser():
            return [UserUnbanned()] if user.banned else []
        case ChangePlatformRole(role=role):
            return [] if role == user.platform_role else [PlatformRoleChanged(role)]
        case _:
            assert_never(command)


def _registered(command: RegisterUser) -> list[UserEvent]:
    """Nobody is registered before the mailbox is proven, so both facts come together."""
    events: list[UserEvent] = [
        UserRegistered(
            user_id=command.user_id,
            email_ref=command.email_ref,
            email_index=command.email_index,
            name_ref=command.name_ref,
            method=command.method,
        ),
        EmailVerified(),
    ]
    return [*events, PasswordSet("signup", 0)] if command.password else events


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
    """A counter that does not grow, once there is one, says that the authenticator was copied."""
    last = user.passkeys.get(command.passkey_id)
    if last is None:
        raise NotFound("Passkey not found", reason="passkey_not_found")
    if (last or command.counter) and command.counter <= last:
        raise Refused("Authentication failed", reason="counter_went_back")
    return [PasskeyUsed(command.passkey_id, command.counter, command.backed_up)]


def evolve(user: User | None, event: UserEvent) -> User | None:
    if isinstance(event, UserRegistered):
        return User(name_ref=event.name_ref)
    if user is None:
        return None
    match event:
        case EmailVerified():
            return replace(user, verified=True)
        case UserRenamed(name_ref=name_ref):
            return replace(user, name_ref=name_ref)
        case PasswordSet(epoch=epoch):
            return replace(user, password=True, epoch=epoch)
        case (
            PasskeyAdded(passkey_id=passkey_id, counter=counter)
            | PasskeyUsed(passkey_id=passkey_id, counter=counter)
        ):
            return replace(user, passkeys={**user.passkeys, passkey_id: counter})
        case UserBanned(until=until, epoch=epoch):
            return replace(user, banned=True, banned_until=until, epoch=epoch)
        case UserUnbanned():
            return replace(user, banned=False, banned_until=None)
        case PlatformRoleChanged(role=role):
            return replace(user, platform_role=role)
        case _:
            assert_never(event)


USER: Decider[UserCommand, User, UserEvent] = Decider(
    "user",
    (
        UserRegistered,
        EmailVerified,
        UserRenamed,
        PasswordSet,
        PasskeyAdded,
        PasskeyUsed,
        UserBanned,
        UserUnbanned,
        PlatformRoleChanged,
    ),
    decide,
    evolve,
    scope="global",
    state=User,
    snapshot_version=1,
)
