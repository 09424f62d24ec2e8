"""D08, D09 and D21: copied passkeys, copied sessions, and impersonation."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from domain.kernel import Value
from domain.oversight.suspicion.detector import Detector
from domain.oversight.suspicion.findings import Finding, Response, Subject
from domain.oversight.suspicion.observations import (
    CounterWentBack,
    DeadSessionUsed,
    Impersonated,
    SessionClosed,
    SessionSeen,
    SignedIn,
)
from domain.oversight.suspicion.thresholds import Thresholds
from domain.oversight.suspicion.windows import Mark, evidence_of, mark_of, marked

_OfSession = SignedIn | SessionSeen | SessionClosed | DeadSessionUsed

# A session's secret is forgotten a month after its end.
_SESSION_FORGOTTEN_AFTER = timedelta(days=40)
_MOST_NETWORKS = 16


class Nothing(Value, frozen=True):
    """For detectors to which one fact says all."""


class SessionTraces(Value, frozen=True, kw_only=True):
    """Where a session was used, and how it ended. `seen` marks each country by its newest fact."""

    networks: tuple[str, ...] = ()
    seen: tuple[Mark, ...] = ()
    ended_at: datetime | None = None
    by_sign_out: bool = False


_NONE = SessionTraces()


def _copied(
    _none: Nothing | None, seen: CounterWentBack, _thresholds: Thresholds
) -> tuple[Nothing, Sequence[Finding]]:
    finding = Finding(
        detector="D08",
        severity=4,
        subject=Subject("passkey", str(seen.passkey_id)),
        at=seen.at,
        cause=seen.position,
        evidence=(seen.id,),
        positions=(seen.position,),
        user_id=seen.user_id,
        responses=(Response("passkeyOff", str(seen.passkey_id)), Response("mail")),
    )
    return Nothing(), (finding,)


def _reused(
    traces: SessionTraces | None, seen: _OfSession, thresholds: Thresholds
) -> tuple[SessionTraces, Sequence[Finding]]:
    rule = thresholds.session_reuse
    traces = traces or _NONE
    match seen:
        case SessionClosed():
            return replace(traces, ended_at=seen.at, by_sign_out=seen.by_sign_out), ()
        case DeadSessionUsed():
            return traces, _used_after_end(traces, seen, timedelta(seconds=rule.grace_seconds))
        case SignedIn() | SessionSeen():
            after = replace(traces, networks=_with(traces.networks, seen.where.network))
            country = seen.where.country
            if country is None:
                return after, ()
            others = [mark for mark in traces.seen if mark.about != country]
            marks = marked(others, mark_of(seen, country), rule.window)
            findings = () if len(marks) < 2 else (_in_two_countries(seen, marks, rule.minutes),)
            return replace(after, seen=marks), findings


def _used_after_end(traces: SessionTraces, seen: DeadSessionUsed, grace: timedelta) -> tuple[Finding, ...]:
    """The browser itself may come once with the cookie of a session that was ended elsewhere. After a
    sign-out it has none any more, and from another network it is not the browser."""
    if traces.ended_at is None or seen.at - traces.ended_at <= grace:
        return ()
    network = seen.where.network
    from_elsewhere = network is not None and bool(traces.networks) and network not in traces.networks
    if not traces.by_sign_out and not from_elsewhere:
        return ()
    return (_of_session(seen, [mark_of(seen)], {"kind": "ended"}),)


def _in_two_countries(seen: SignedIn | SessionSeen, marks: tuple[Mark, ...], minutes: int) -> Finding:
    countries = sorted(mark.about for mark in marks)
    params = {"kind": "countries", "countries": ", ".join(countries), "minutes": str(minutes)}
    return _of_session(seen, marks, params)


def _of_session(
    seen: SignedIn | SessionSeen | DeadSessionUsed, marks: Sequence[Mark], params: dict[str, str]
) -> Finding:
    evidence, positions = evidence_of(marks)
    return Finding(
        detector="D09",
        severity=4,
        subject=Subject("session", str(seen.session_id)),
        at=seen.at,
        cause=seen.position,
        evidence=evidence,
        positions=positions,
        user_id=seen.user_id,
        params=params,
        responses=(Response("endSession", str(seen.session_id)), Response("mail")),
    )


def _impersonated(
    _none: Nothing | None, seen: Impersonated, _thresholds: Thresholds
) -> tuple[Nothing, Sequence[Finding]]:
    finding = Finding(
        detector="D21",
        severity=2,
        subject=Subject("user", str(seen.user_id)),
        at=seen.at,
        cause=seen.position,
        evidence=(seen.id,),
        positions=(seen.position,),
        user_id=seen.user_id,
        responses=(Response("tellOwners"),),
    )
    return Nothing(), (finding,)


def _with(networks: tuple[str, ...], network: str | None) -> tuple[str, ...]:
    if network is None or network in networks:
        return networks
    return (*networks, network)[-_MOST_NETWORKS:]


CLONED_PASSKEY: Detector[CounterWentBack, Nothing] = Detector(
    "D08", "cloned_passkey", (CounterWentBack,), Nothing, lambda seen: str(seen.passkey_id), _copied,
    timedelta(0),
)  # fmt: skip
SESSION_REUSE: Detector[_OfSession, SessionTraces] = Detector(
    "D09",
    "session_reuse",
    (SignedIn, SessionSeen, SessionClosed, DeadSessionUsed),
    SessionTraces,
    lambda seen: str(seen.session_id),
    _reused,
    _SESSION_FORGOTTEN_AFTER,
)
IMPERSONATION: Detector[Impersonated, Nothing] = Detector(
    "D21",
    "impersonation",
    (Impersonated,),
    Nothing,
    lambda seen: str(seen.user_id),
    _impersonated,
    timedelta(0),
)
