"""D05, D06, D07 and D14: a person signs in as that person never did before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import asin, cos, radians, sin, sqrt

from domain.kernel import Value
from domain.oversight.suspicion.detector import Detector
from domain.oversight.suspicion.findings import Finding, Response, Subject
from domain.oversight.suspicion.observations import CodeRejected, SignedIn, SignInFailed, Where
from domain.oversight.suspicion.thresholds import Thresholds
from domain.oversight.suspicion.windows import Mark, evidence_of, mark_of, marked, recent

# Nobody signs in from so many networks or browsers that the oldest would still be "known".
_MOST_KNOWN = 64
_EARTH_RADIUS = 6371.0


class Networks(Value, frozen=True):
    """Where a person has signed in from, the newest last, and failures from elsewhere."""

    known: tuple[str, ...] = ()
    failures: tuple[Mark, ...] = ()


class Families(Value, frozen=True):
    known: tuple[str, ...] = ()


class LastSignIn(Value, frozen=True):
    at: datetime
    position: int
    where: Where


def _after_failures(
    networks: Networks | None, seen: SignInFailed | CodeRejected | SignedIn, thresholds: Thresholds
) -> tuple[Networks, Sequence[Finding]]:
    rule = thresholds.success_after_failures
    networks = networks or Networks()
    network = seen.where.network
    if not isinstance(seen, SignedIn):
        if network is None or network in networks.known:
            return networks, ()
        return Networks(networks.known, marked(networks.failures, mark_of(seen), rule.window)), ()
    failures = recent(networks.failures, seen.at, rule.window)
    after = Networks(_with(networks.known, network))
    is_new = network is not None and bool(networks.known) and network not in networks.known
    if not is_new or len(failures) < rule.count:
        return after, ()
    evidence, positions = evidence_of([*failures, mark_of(seen)])
    finding = Finding(
        detector="D05",
        severity=3,
        subject=Subject("user", str(seen.user_id)),
        at=seen.at,
        cause=seen.position,
        evidence=evidence,
        positions=positions,
        user_id=seen.user_id,
        params={"count": str(len(failures)), "minutes": str(rule.minutes), **_origin(seen.where)},
        responses=(Response("stepUp", str(seen.session_id)), Response("mail")),
    )
    return after, (finding,)


def _new_device(
    families: Families | None, seen: SignedIn, _thresholds: Thresholds
) -> tuple[Families, Sequence[Finding]]:
    known = (families or Families()).known
    family = seen.where.family or "unknown"
    after = Families(_with(known, family))
    # The first sign-in of all is how the person came here.
    if not known or not seen.new_device or family in known:
        return after, ()
    return after, (_arrived("D06", 2, seen, (Response("mail"),), _origin(seen.where)),)


def _travelled(
    last: LastSignIn | None, seen: SignedIn, thresholds: Thresholds
) -> tuple[LastSignIn, Sequence[Finding]]:
    rule = thresholds.impossible_travel
    here = LastSignIn(seen.at, seen.position, seen.where)
    if last is None:
        return here, ()
    way = distance(last.where, seen.where)
    if way is None:
        # Somewhere unknown in between proves nothing, and hides nothing either.
        return (here if seen.where.latitude is not None else last), ()
    hours = max((seen.at - last.at) / timedelta(hours=1), 1 / 3600)
    other_device = seen.new_device or seen.where.family != last.where.family
    if not other_device or way <= rule.kilometres or way / hours <= rule.kilometres_per_hour:
        return here, ()
    params = {
        "kilometres": str(round(way)),
        "minutes": str(round(hours * 60)),
        "from": last.where.country or "",
        **_origin(seen.where),
    }
    responses = (Response("stepUp", str(seen.session_id)), Response("mail"))
    finding = _arrived("D07", 3, seen, responses, params, before=last.position)
    return here, (finding,)


def _returned(
    last: LastSignIn | None, seen: SignedIn, thresholds: Thresholds
) -> tuple[LastSignIn, Sequence[Finding]]:
    here = LastSignIn(seen.at, seen.position, seen.where)
    if last is None or not seen.new_device:
        return here, ()
    days = (seen.at - last.at).days
    if days < thresholds.dormant_return.days:
        return here, ()
    params = {"days": str(days), **_origin(seen.where)}
    return here, (_arrived("D14", 3, seen, (Response("mail"),), params, before=last.position),)


def _arrived(
    detector: str,
    severity: int,
    seen: SignedIn,
    responses: tuple[Response, ...],
    params: dict[str, str],
    before: int | None = None,
) -> Finding:
    return Finding(
        detector=detector,
        severity=severity,
        subject=Subject("user", str(seen.user_id)),
        at=seen.at,
        cause=seen.position,
        evidence=(seen.id,),
        positions=(seen.position,) if before is None else (before, seen.position),
        user_id=seen.user_id,
        params=params,
        responses=responses,
    )


def distance(one: Where, other: Where) -> float | None:
    """Kilometres along the surface; None when a place is not known."""
    if one.latitude is None or one.longitude is None or other.latitude is None or other.longitude is None:
        return None
    north, south = radians(one.latitude), radians(other.latitude)
    half_east = radians(other.longitude - one.longitude) / 2
    half = sin((south - north) / 2) ** 2 + cos(north) * cos(south) * sin(half_east) ** 2
    return 2 * _EARTH_RADIUS * asin(min(1.0, sqrt(half)))


def _origin(where: Where) -> dict[str, str]:
    """What may be said of where somebody came from."""
    said = {"country": where.country, "browser": where.family}
    return {name: value for name, value in said.items() if value is not None}


def _with(known: tuple[str, ...], value: str | None) -> tuple[str, ...]:
    if value is None:
        return known
    return (*(one for one in known if one != value), value)[-_MOST_KNOWN:]


def _person(seen: SignInFailed | CodeRejected | SignedIn) -> str | None:
    return None if seen.user_id is None else str(seen.user_id)


SUCCESS_AFTER_FAILURES: Detector[SignInFailed | CodeRejected | SignedIn, Networks] = Detector(
    "D05",
    "success_after_failures",
    (SignInFailed, CodeRejected, SignedIn),
    Networks,
    _person,
    _after_failures,
)
NEW_DEVICE: Detector[SignedIn, Families] = Detector(
    "D06", "new_device", (SignedIn,), Families, _person, _new_device
)
IMPOSSIBLE_TRAVEL: Detector[SignedIn, LastSignIn] = Detector(
    "D07", "impossible_travel", (SignedIn,), LastSignIn, _person, _travelled
)
DORMANT_RETURN: Detector[SignedIn, LastSignIn] = Detector(
    "D14", "dormant_return", (SignedIn,), LastSignIn, _person, _returned
)
