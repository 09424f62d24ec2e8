"""Suspicious activities: repeated findings are counted until the activity is resolved."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal, assert_never
from uuid import UUID, uuid5

from msgspec.structs import replace

from domain.errors import NotFound
from domain.ids import GLOBAL, AccountId, UserId
from domain.kernel import Decider, Event, Moment, Value
from domain.oversight.suspicion.findings import RESTRAINING, Finding, Response, Subject

Verdict = Literal["falsePositive", "confirmed", "mitigated"]

GOES_ON_FOR = timedelta(hours=24)
_REMEMBERED_CAUSES = 64


def place_of(dedup_key: str) -> UUID:
    """What names the stream of all activities with this key, of which one at most is open."""
    return uuid5(GLOBAL, f"activity:{dedup_key}")


def activity_id_of(finding: Finding) -> UUID:
    """The id of the activity that this finding begins, if it begins one."""
    return uuid5(GLOBAL, f"activity:{finding.dedup_key}:{finding.cause}")


class Detect(Value, frozen=True):
    """A detector found something; `account_ids` are those whose security this person is part of."""

    finding: Finding
    account_ids: tuple[AccountId, ...]


class Acknowledge(Value, frozen=True):
    """Acknowledge the activity: it is being looked into, or needs no action."""

    activity_id: UUID
    by: UserId


class Resolve(Value, frozen=True):
    activity_id: UUID
    verdict: Verdict
    by: UserId


class ActivityDetected(Event, frozen=True, tag="activity.detected", kw_only=True):
    activity_id: UUID
    detector: str
    severity: int
    subject: Subject
    evidence: tuple[UUID, ...]
    positions: tuple[int, ...]
    dedup_key: str
    response: tuple[Response, ...]
    params: dict[str, str]
    at: datetime
    cause: int
    user_id: UserId | None
    account_ids: tuple[AccountId, ...]


class ActivityRepeated(Event, frozen=True, tag="activity.repeated", kw_only=True):
    activity_id: UUID
    severity: int
    evidence: tuple[UUID, ...]
    positions: tuple[int, ...]
    response: tuple[Response, ...]
    params: dict[str, str]
    at: datetime
    cause: int
    count: int


class ActivityAcknowledged(Event, frozen=True, tag="activity.acknowledged"):
    activity_id: UUID
    by: UserId


class ActivityResolved(Event, frozen=True, tag="activity.resolved"):
    """`lifted` lists the measures that ended with it."""

    activity_id: UUID
    verdict: Verdict
    by: UserId
    lifted: tuple[Response, ...]


ActivityCommand = Detect | Acknowledge | Resolve
ActivityEvent = ActivityDetected | ActivityRepeated | ActivityAcknowledged | ActivityResolved


class Activity(Value, frozen=True, kw_only=True):
    """The newest activity of a key. `causes` are facts that were counted already."""

    activity_id: UUID
    severity: int
    last_at: datetime
    causes: tuple[int, ...]
    in_force: tuple[Response, ...]
    count: int = 1
    state: Literal["open", "acknowledged", "resolved"] = "open"


def decide(command: ActivityCommand, activity: Activity | None, _moment: Moment) -> list[ActivityEvent]:
    if isinstance(command, Detect):
        return _detected(command, activity)
    if activity is None or activity.activity_id != command.activity_id:
        raise NotFound("There is no such activity.")
    match command:
        case Acknowledge(activity_id=activity_id, by=by):
            return [ActivityAcknowledged(activity_id, by)] if activity.state == "open" else []
        case Resolve(activity_id=activity_id, verdict=verdict, by=by):
            if activity.state == "resolved":
                return []
            return [ActivityResolved(activity_id, verdict, by, _lifted(verdict, activity))]
        case _:
            assert_never(command)


def _detected(command: Detect, activity: Activity | None) -> list[ActivityEvent]:
    finding = command.finding
    if activity is not None and finding.cause in activity.causes:
        return []
    if activity is None or activity.state == "resolved" or finding.at - activity.last_at > GOES_ON_FOR:
        return [
            ActivityDetected(
                activity_id=activity_id_of(finding),
                detector=finding.detector,
                severity=finding.severity,
                subject=finding.subject,
                evidence=finding.evidence,
                positions=finding.positions,
                dedup_key=finding.dedup_key,
                response=finding.responses,
                params=finding.params,
                at=finding.at,
                cause=finding.cause,
                user_id=finding.user_id,
                account_ids=command.account_ids,
            )
        ]
    return [
        ActivityRepeated(
            activity_id=activity.activity_id,
            severity=max(activity.severity, finding.severity),
            evidence=finding.evidence,
            positions=finding.positions,
            response=finding.responses,
            params=finding.params,
            at=max(activity.last_at, finding.at),
            cause=finding.cause,
            count=activity.count + 1,
        )
    ]


def _lifted(verdict: Verdict, activity: Activity) -> tuple[Response, ...]:
    """A false alarm leaves nothing behind. Whoever secured the sign-in has proved who they are."""
    match verdict:
        case "falsePositive":
            return activity.in_force
        case "mitigated":
            return tuple(response for response in activity.in_force if response.kind == "stepUp")
        case "confirmed":
            return ()
        case _:
            assert_never(verdict)


def evolve(activity: Activity | None, event: ActivityEvent) -> Activity | None:
    if isinstance(event, ActivityDetected):
        before = () if activity is None else activity.causes
        return Activity(
            activity_id=event.activity_id,
            severity=event.severity,
            last_at=event.at,
            causes=(*before, event.cause)[-_REMEMBERED_CAUSES:],
            in_force=_restraining(event.response),
        )
    if activity is None:
        return None
    match event:
        case ActivityRepeated():
            added = [r for r in _restraining(event.response) if r not in activity.in_force]
            return replace(
                activity,
                severity=event.severity,
                last_at=event.at,
                causes=(*activity.causes, event.cause)[-_REMEMBERED_CAUSES:],
                in_force=(*activity.in_force, *added),
                count=event.count,
            )
        case ActivityAcknowledged():
            return replace(activity, state="acknowledged")
        case ActivityResolved():
            return replace(activity, state="resolved", in_force=())
        case _:
            assert_never(event)


def _restraining(responses: tuple[Response, ...]) -> tuple[Response, ...]:
    return tuple(response for response in responses if response.kind in RESTRAINING)


ACTIVITY: Decider[ActivityCommand, Activity, ActivityEvent] = Decider(
    "activity",
    (ActivityDetected, ActivityRepeated, ActivityAcknowledged, ActivityResolved),
    decide,
    evolve,
    scope="global",
)
