"""Sessions: begun by a proof, kept alive by use, bound to an account and a device, ended for good."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal, assert_never

from msgspec.structs import replace

from domain.errors import AlreadyExists, NotFound, NotSignedIn, Refused
from domain.ids import AccountId, DeviceId, SessionId, UserId
from domain.kernel import Decider, Event, Moment, Value

Method = Literal["password", "otp", "passkey", "social"]
EndReason = Literal["signout", "revoked", "expired", "banned", "password"]
# Why somebody of the platform looks at the product as somebody else: words, and no sentence about a person.
ImpersonationReason = Literal["support", "incident", "legal"]

LIFE = timedelta(days=7)
SHORT_LIFE = timedelta(days=1)
REFRESH_AFTER = timedelta(hours=24)
# However much it is used: so often at least somebody has to prove again who they are (NIST SP 800-63B).
LONGEST = timedelta(days=30)
FRESH = timedelta(hours=24)
STEP_UP = timedelta(minutes=10)
IMPERSONATION = timedelta(minutes=60)

# A code proves the mailbox, which is what everything else is recovered with: it is no second look.
CONFIRMING: frozenset[Method] = frozenset({"password", "passkey", "social"})


class StartSession(Value, frozen=True, kw_only=True):
    """Start a session after a successful proof. `epoch` is the user's at that moment."""

    session_id: SessionId
    user_id: UserId
    method: Method
    new_device: bool
    epoch: int
    remember: bool = True


class StartImpersonation(Value, frozen=True, kw_only=True):
    """Start impersonation of a user from the administrator's own session. `epoch` is
    the person's, `account_id` the account that is looked at."""

    target_user_id: UserId
    reason: ImpersonationReason
    by_session_id: SessionId
    epoch: int
    account_id: AccountId | None


class RefreshSession(Value, frozen=True):
    """The session was used."""


class ConfirmSession(Value, frozen=True):
    """The person gave a proof again."""


class SwitchAccount(Value, frozen=True):
    """The session enters another account; that the person belongs to it is checked by who asks."""

    account_id: AccountId | None


class TieDevice(Value, frozen=True):
    """The session's browser proved to hold this device's keys."""

    device_id: DeviceId


class EndSession(Value, frozen=True):
    reason: EndReason


class SessionStarted(Event, frozen=True, tag="session.started", kw_only=True):
    session_id: SessionId
    user_id: UserId
    method: Method
    new_device: bool
    expires_at: datetime
    epoch: int
    remember: bool = True


class SessionRefreshed(Event, frozen=True, tag="session.refreshed"):
    cause: Literal["activity", "confirmed"]
    expires_at: datetime
    proven_at: datetime | None = None
    """When the person gave a proof again."""


class AccountSwitched(Event, frozen=True, tag="session.account_switched"):
    from_id: AccountId | None
    to_id: AccountId | None


class DeviceTied(Event, frozen=True, tag="session.device_tied"):
    device_id: DeviceId


class SessionEnded(Event, frozen=True, tag="session.ended"):
    reason: EndReason


class ImpersonationStarted(Event, frozen=True, tag="impersonation.started"):
    """A platform administrator views the product as this user, in this session."""

    target_user_id: UserId
    reason: str
    expires_at: datetime
    account_id: AccountId | None = None
    by_session_id: SessionId | None = None
    """The session of who looks: without it this one is dead as well."""
    epoch: int = 0


class ImpersonationEnded(Event, frozen=True, tag="impersonation.ended"):
    account_id: AccountId | None = None


SessionCommand = (
    StartSession
    | StartImpersonation
    | RefreshSession
    | ConfirmSession
    | SwitchAccount
    | TieDevice
    | EndSession
)
SessionEvent = (
    SessionStarted
    | SessionRefreshed
    | AccountSwitched
    | DeviceTied
    | SessionEnded
    | ImpersonationStarted
    | ImpersonationEnded
)


class Session(Value, frozen=True, kw_only=True):
    """What decisions about a session need to know."""

    user_id: UserId
    expires_at: datetime
    proven_at: datetime
    remember: bool = True
    account_id: AccountId | None = None
    device_id: DeviceId | None = None
    impersonated: bool = False
    ended: bool = False


def decide(command: SessionCommand, session: Session | None, moment: Moment) -> list[SessionEvent]:
    if isinstance(command, StartSession | StartImpersonation):
        if session is not None:
            raise AlreadyExists("This session exists already.")
        return [_started(command, moment.now)]
    if session is None:
        raise NotFound("There is no such session.")
    if isinstance(command, EndSession):
        return _ended(command, session)
    if session.ended or session.expires_at <= moment.now:
        raise NotSignedIn(reason="session_ended")
    if session.impersonated:
        raise Refused("You cannot change anything while viewing as someone else.", reason="impersonated")
    match command:
        case RefreshSession():
            until = prolonged(session.expires_at, session.proven_at, moment.now) if session.remember else None
            return [] if until is None else [SessionRefreshed("activity", until)]
        case ConfirmSession():
            return [SessionRefreshed("confirmed", session.expires_at, moment.now)]
        case SwitchAccount(account_id=account_id):
            if account_id == session.account_id:
                return []
            return [AccountSwitched(session.account_id, account_id)]
        case TieDevice(device_id=device_id):
            return [] if device_id == session.device_id else [DeviceTied(device_id)]
        case _:
            assert_never(command)


def prolonged(expires_at: datetime, proven_at: datetime, now: datetime) -> datetime | None:
    """Until when a session lives that is used now; None when that is no later than before, or not yet due."""
    until = min(now + LIFE, proven_at + LONGEST)
    is_due = expires_at - LIFE + REFRESH_AFTER <= now
    return until if is_due and until > expires_at else None


def _started(
    command: StartSession | StartImpersonation, now: datetime
) -> SessionStarted | ImpersonationStarted:
    if isinstance(command, StartImpersonation):
        return ImpersonationStarted(
            target_user_id=command.target_user_id,
            reason=command.reason,
            expires_at=now + IMPERSONATION,
            account_id=command.account_id,
            by_session_id=command.by_session_id,
            epoch=command.epoch,
        )
    return SessionStarted(
        session_id=command.session_id,
        user_id=command.user_id,
        method=command.method,
        new_device=command.new_device,
        expires_at=now + _life(command.remember),
        epoch=command.epoch,
        remember=command.remember,
    )


def _life(remember: bool) -> timedelta:
    return LIFE if remember else SHORT_LIFE


def _ended(command: EndSession, session: Session) -> list[SessionEvent]:
    if session.ended:
        return []
    looked = [ImpersonationEnded(session.account_id)] if session.impersonated else []
    return [*looked, SessionEnded(command.reason)]


def evolve(session: Session | None, event: SessionEvent) -> Session | None:
    if isinstance(event, SessionStarted):
        return Session(
            user_id=event.user_id,
            expires_at=event.expires_at,
            proven_at=event.expires_at - _life(event.remember),
            remember=event.remember,
        )
    if isinstance(event, ImpersonationStarted):
        return Session(
            user_id=event.target_user_id,
            expires_at=event.expires_at,
            proven_at=event.expires_at - IMPERSONATION,
            remember=False,
            account_id=event.account_id,
            impersonated=True,
        )
    if session is None:
        return None
    match event:
        case SessionRefreshed(expires_at=expires_at, proven_at=proven_at):
            return replace(session, expires_at=expires_at, proven_at=proven_at or session.proven_at)
        case AccountSwitched(to_id=to_id):
            # The device belongs to an account: in another one this browser has other keys.
            return replace(session, account_id=to_id, device_id=None)
        case DeviceTied(device_id=device_id):
            return replace(session, device_id=device_id)
        case SessionEnded():
            return replace(session, ended=True)
        case ImpersonationEnded():
            # Of note to those who watch: the session ends by a fact of its own.
            return session
        case _:
            assert_never(event)


SESSION: Decider[SessionCommand, Session, SessionEvent] = Decider(
    "session",
    (
        SessionStarted,
        SessionRefreshed,
        AccountSwitched,
        DeviceTied,
        SessionEnded,
        ImpersonationStarted,
        ImpersonationEnded,
    ),
    decide,
    evolve,
    scope="global",
    state=Session,
    snapshot_version=3,
)
