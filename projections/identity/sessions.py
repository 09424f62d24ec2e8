"""Sessions with the account they are in; written with the facts, so that ending one is instant."""

from __future__ import annotations

from domain.identity.sessions import (
    CONFIRMING,
    SESSION,
    AccountSwitched,
    DeviceTied,
    ImpersonationStarted,
    SessionEnded,
    SessionRefreshed,
    SessionStarted,
)
from domain.kernel import Recorded
from projections.kernel import Projection, Rows, Table

SESSIONS = Table(
    "sessions",
    {
        "id": "uuid not null",
        "user_id": "uuid not null",
        "account_id": "uuid",
        "device_id": "uuid",
        "method": "text not null",
        "epoch": "integer not null",
        "remember": "boolean not null",
        "created_at": "timestamptz not null",
        "updated_at": "timestamptz not null",
        "confirmed_at": "timestamptz",
        "expires_at": "timestamptz not null",
        "impersonator_id": "uuid",
        "by_session_id": "uuid",
        "ip_ref": "text",
        "agent_ref": "text",
        "ended": "boolean not null default false",
    },
    account=False,
    indexes=("user_id, created_at",),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    session_id, at = recorded.entity_id, recorded.occurred_at
    match recorded.event:
        case SessionStarted() as started:
            rows.put(
                SESSIONS,
                session_id,
                user_id=started.user_id,
                method=started.method,
                epoch=started.epoch,
                remember=started.remember,
                created_at=at,
                updated_at=at,
                confirmed_at=at if started.method in CONFIRMING else None,
                expires_at=started.expires_at,
                ip_ref=recorded.ip_ref,
                agent_ref=recorded.agent_ref,
            )
        case ImpersonationStarted() as looked:
            rows.put(
                SESSIONS,
                session_id,
                user_id=looked.target_user_id,
                account_id=looked.account_id,
                method="impersonation",
                epoch=looked.epoch,
                remember=False,
                created_at=at,
                updated_at=at,
                expires_at=looked.expires_at,
                impersonator_id=recorded.impersonator_id,
                by_session_id=looked.by_session_id,
                ip_ref=recorded.ip_ref,
                agent_ref=recorded.agent_ref,
            )
        case SessionRefreshed(cause="confirmed"):
            rows.patch(SESSIONS, session_id, confirmed_at=at)
        case SessionRefreshed(expires_at=expires_at):
            rows.patch(SESSIONS, session_id, expires_at=expires_at, updated_at=at)
        case AccountSwitched(to_id=to_id):
            rows.patch(SESSIONS, session_id, account_id=to_id, device_id=None)
        case DeviceTied(device_id=device_id):
            rows.patch(SESSIONS, session_id, device_id=device_id)
        case SessionEnded():
            rows.patch(SESSIONS, session_id, ended=True)
        case _:
            pass


PROJECTION = Projection("sessions", 2, (SESSIONS,), apply, SESSION.events, mode="inline")
