"""D01 to D04: guessing of codes or passwords, of one address or of many from one network."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from domain.ids import UserId
from domain.kernel import Value
from domain.oversight.suspicion.detector import Detector
from domain.oversight.suspicion.findings import Finding, Response, Subject
from domain.oversight.suspicion.observations import CodeRejected, SignInFailed
from domain.oversight.suspicion.thresholds import Thresholds
from domain.oversight.suspicion.windows import Mark, evidence_of, is_step, mark_of, marked, recent

Failure = CodeRejected | SignInFailed

_FORGOTTEN_AFTER = timedelta(days=8)


class Guesses(Value, frozen=True):
    marks: tuple[Mark, ...] = ()


_NONE = Guesses()


def _subject(address: str, user_id: UserId | None) -> Subject:
    return Subject("address", address) if user_id is None else Subject("user", str(user_id))


def _wrong_codes(
    guesses: Guesses | None, seen: CodeRejected, thresholds: Thresholds
) -> tuple[Guesses, Sequence[Finding]]:
    rule = thresholds.otp_brute_force
    mark = mark_of(seen)
    marks = marked((guesses or _NONE).marks, mark, rule.window)
    number = len(marks)
    if mark not in marks or not (is_step(number, rule.count) or number == rule.severe):
        return Guesses(marks), ()
    evidence, positions = evidence_of(marks)
    until = seen.at + timedelta(minutes=rule.codes_off_minutes)
    finding = Finding(
        detector="D01",
        severity=4 if number >= rule.severe else 3,
        subject=_subject(seen.address, seen.user_id),
        at=seen.at,
        cause=seen.position,
        evidence=evidence,
        positions=positions,
        user_id=seen.user_id,
        params={"count": str(number), "minutes": str(rule.minutes)},
        responses=(Response("codesOff", seen.address, until),),
    )
    return Guesses(marks), (finding,)


def _wrong_passwords(
    guesses: Guesses | None, seen: SignInFailed, thresholds: Thresholds
) -> tuple[Guesses, Sequence[Finding]]:
    rule = thresholds.password_brute_force
    mark = mark_of(seen)
    marks = marked((guesses or _NONE).marks, mark, rule.window)
    number = len(marks)
    if mark not in marks or not is_step(number, rule.count):
        return Guesses(marks), ()
    evidence, positions = evidence_of(marks)
    until = seen.at + timedelta(minutes=rule.delay_minutes)
    told = () if seen.user_id is None else (Response("mail"),)
    finding = Finding(
        detector="D02",
        severity=3,
        subject=_subject(seen.address, seen.user_id),
        at=seen.at,
        cause=seen.position,
        evidence=evidence,
        positions=positions,
        user_id=seen.user_id,
        params={"count": str(number), "minutes": str(rule.minutes)},
        responses=(Response("delay", seen.address, until), *told),
    )
    return Guesses(marks), (finding,)


def _sprayed(
    guesses: Guesses | None, seen: SignInFailed, thresholds: Thresholds
) -> tuple[Guesses, Sequence[Finding]]:
    rule = thresholds.password_spray
    before = (guesses or _NONE).marks
    # One mark per address, its newest: how often each was tried is another detector's matter.
    own = [mark for mark in before if mark.about == seen.address]
    newest = max([*own, mark_of(seen, seen.address)], key=lambda mark: (mark.at, mark.position))
    others = [mark for mark in before if mark.about != seen.address]
    marks = marked(others, newest, rule.window)
    grew = len(marks) > len(recent(before, marks[-1].at, rule.window))
    if not grew or not is_step(len(marks), rule.addresses):
        return Guesses(marks), ()
    until = seen.at + timedelta(minutes=rule.throttle_minutes)
    responses = (Response("throttle", _network(seen), until),)
    return Guesses(marks), (_of_network("D03", seen, marks, rule.minutes, responses),)


def _stuffed(
    guesses: Guesses | None, seen: Failure, thresholds: Thresholds
) -> tuple[Guesses, Sequence[Finding]]:
    rule = thresholds.credential_stuffing
    mark = mark_of(seen)
    marks = marked((guesses or _NONE).marks, mark, rule.window)
    if mark not in marks or not is_step(len(marks), rule.count):
        return Guesses(marks), ()
    until = seen.at + timedelta(minutes=rule.throttle_minutes)
    responses = (Response("throttle", _network(seen), until), Response("tellOperator"))
    return Guesses(marks), (_of_network("D04", seen, marks, rule.minutes, responses),)


def _of_network(
    detector: str, seen: Failure, marks: Sequence[Mark], minutes: int, responses: tuple[Response, ...]
) -> Finding:
    evidence, positions = evidence_of(marks)
    return Finding(
        detector=detector,
        severity=4,
        subject=Subject("network", _network(seen)),
        at=seen.at,
        cause=seen.position,
        evidence=evidence,
        positions=positions,
        params={"count": str(len(marks)), "minutes": str(minutes)},
        responses=responses,
    )


def _is_guess(seen: SignInFailed) -> bool:
    return seen.method == "password" and bool(seen.address)


def _network(seen: Failure) -> str:
    return seen.where.network or ""


OTP_BRUTE_FORCE: Detector[CodeRejected, Guesses] = Detector(
    "D01",
    "otp_brute_force",
    (CodeRejected,),
    Guesses,
    lambda seen: seen.address or None,
    _wrong_codes,
    _FORGOTTEN_AFTER,
)
PASSWORD_BRUTE_FORCE: Detector[SignInFailed, Guesses] = Detector(
    "D02",
    "password_brute_force",
    (SignInFailed,),
    Guesses,
    lambda seen: seen.address if _is_guess(seen) else None,
    _wrong_passwords,
    _FORGOTTEN_AFTER,
)
PASSWORD_SPRAY: Detector[SignInFailed, Guesses] = Detector(
    "D03",
    "password_spray",
    (SignInFailed,),
    Guesses,
    lambda seen: seen.where.network if _is_guess(seen) else None,
    _sprayed,
    _FORGOTTEN_AFTER,
)
CREDENTIAL_STUFFING: Detector[Failure, Guesses] = Detector(
    "D04",
    "credential_stuffing",
    (CodeRejected, SignInFailed),
    Guesses,
    lambda seen: seen.where.network,
    _stuffed,
    _FORGOTTEN_AFTER,
)
