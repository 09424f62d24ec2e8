"""Facts about signing in, as detectors look at them."""

from __future__ import annotations

from typing import Any

from domain.identity import access_log, security_log, sessions
from domain.ids import SessionId, UserId
from domain.kernel import Event, Recorded
from domain.oversight.suspicion import observations as o
from domain.oversight.suspicion.observations import Observation, Where

# What a browser does every few minutes says where its session is used from.
_IN_SESSION = (
    sessions.SessionRefreshed,
    sessions.AccountSwitched,
    sessions.DeviceTied,
    access_log.DataRead,
    access_log.FileRead,
    access_log.RoleBundleRead,
    access_log.RecoveryRead,
)
WATCHED: tuple[type[Event], ...] = (
    security_log.SignInFailed,
    security_log.OtpRejected,
    security_log.PasskeyCounterWentBack,
    security_log.DeadSessionUsed,
    sessions.SessionStarted,
    sessions.SessionEnded,
    sessions.ImpersonationStarted,
    *_IN_SESSION,
)


def observed(fact: Recorded, where: Where) -> Observation | None:
    """What detectors see in a fact; None when there is nothing for them in it."""
    position, id, at = fact.position, fact.event_id, fact.occurred_at
    common: dict[str, Any] = {"position": position, "id": id, "at": at, "where": where}
    match fact.event:
        case security_log.SignInFailed(email_hash=address, method=method, user_id=user_id):
            return o.SignInFailed(**common, address=address, method=method, user_id=user_id)
        case security_log.OtpRejected(email_hash=address, user_id=user_id):
            return o.CodeRejected(**common, address=address, user_id=user_id)
        case security_log.PasskeyCounterWentBack(passkey_id=passkey_id, user_id=user_id):
            return o.CounterWentBack(**common, passkey_id=passkey_id, user_id=user_id)
        case security_log.DeadSessionUsed(session_id=session_id, user_id=user_id):
            return o.DeadSessionUsed(**common, session_id=session_id, user_id=user_id)
        case sessions.SessionStarted(session_id=session_id, user_id=user_id, new_device=new_device):
            return o.SignedIn(**common, session_id=session_id, user_id=user_id, new_device=new_device)
        case sessions.SessionEnded(reason=reason):
            session_id = SessionId(fact.entity_id)
            return o.SessionClosed(**common, session_id=session_id, by_sign_out=reason == "signout")
        case sessions.ImpersonationStarted(target_user_id=user_id):
            session_id = SessionId(fact.entity_id)
            return o.Impersonated(**common, session_id=session_id, user_id=user_id)
        case _:
            # What the platform does as somebody is no use of that person's session.
            if fact.session_id is None or fact.actor_id is None or fact.impersonator_id is not None:
                return None
            session_id, user_id = SessionId(fact.session_id), UserId(fact.actor_id)
            return o.SessionSeen(**common, session_id=session_id, user_id=user_id)
