"""What holds for every detector, whatever comes: no memory is lost, no order is needed within a window."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from uuid import UUID

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.ids import PasskeyId, SessionId, UserId
from domain.kernel import Value
from domain.oversight.suspicion import observations as o
from domain.oversight.suspicion.detectors import DETECTORS, StateKey
from domain.oversight.suspicion.thresholds import (
    CredentialStuffing,
    OtpBruteForce,
    PasswordBruteForce,
    PasswordSpray,
    SuccessAfterFailures,
    Thresholds,
)
from domain.oversight.suspicion.windows import is_step
from tests.support.watching import HOME, HOTEL, LONDON, NEW_YORK, NOON, PARIS, findings

laws = settings(max_examples=60)
# Low, so that short histories have findings.
LOW = Thresholds(
    otp_brute_force=OtpBruteForce(count=2, severe=3),
    password_brute_force=PasswordBruteForce(count=2),
    password_spray=PasswordSpray(addresses=2),
    credential_stuffing=CredentialStuffing(count=3),
    success_after_failures=SuccessAfterFailures(count=1),
)
users = st.sampled_from([UserId(UUID(int=n)) for n in (1, 2)])
sessions = st.sampled_from([SessionId(UUID(int=n)) for n in (11, 12)])
wheres = st.sampled_from([o.NOWHERE, HOME, HOTEL, LONDON, NEW_YORK, PARIS])
addresses = st.sampled_from(["a", "b", "c"])


def _kinds(common: dict[str, st.SearchStrategy]) -> st.SearchStrategy[o.Observation]:
    person = st.one_of(st.none(), users)
    return st.one_of(
        st.builds(o.CodeRejected, **common, address=addresses, user_id=person),
        st.builds(
            o.SignInFailed,
            **common,
            address=addresses,
            method=st.sampled_from(["password", "otp"]),
            user_id=person,
        ),
        st.builds(o.SignedIn, **common, user_id=users, session_id=sessions, new_device=st.booleans()),
        st.builds(o.SessionSeen, **common, user_id=users, session_id=sessions),
        st.builds(o.SessionClosed, **common, session_id=sessions, by_sign_out=st.booleans()),
        st.builds(o.DeadSessionUsed, **common, user_id=users, session_id=sessions),
        st.builds(o.CounterWentBack, **common, user_id=users, passkey_id=st.just(PasskeyId(UUID(int=7)))),
        st.builds(o.Impersonated, **common, user_id=users, session_id=sessions),
    )


@st.composite
def histories(draw: st.DrawFn, *, most_minutes: int = 3 * 24 * 60) -> list[o.Observation]:
    steps = draw(st.lists(st.integers(0, max(1, most_minutes // 20)), min_size=1, max_size=20))
    stream: list[o.Observation] = []
    minutes = 0
    for position, step in enumerate(steps, start=1):
        minutes += step
        common = {
            "position": st.just(position),
            "id": st.just(UUID(int=position)),
            "at": st.just(NOON + timedelta(minutes=minutes)),
            "where": wheres,
        }
        stream.append(draw(_kinds(common)))
    return stream


@laws
@given(histories(), st.data())
def test_going_on_from_what_was_kept_finds_what_one_go_finds(stream, data) -> None:
    cut = data.draw(st.integers(0, len(stream)))
    states: dict[StateKey, Value] = {}
    before = findings(stream[:cut], thresholds=LOW, states=states)
    # As the follower keeps them between two batches.
    kinds = {detector.id: detector.state for detector in DETECTORS}
    stored = msgspec.json.encode([(id, key, state) for (id, key), state in states.items()])
    again: dict[StateKey, Value] = {
        (id, key): msgspec.convert(state, kinds[id]) for id, key, state in msgspec.json.decode(stored)
    }
    after = findings(stream[cut:], thresholds=LOW, states=again)
    assert before + after == findings(stream, thresholds=LOW)


@laws
@given(histories())
def test_replaying_finds_the_same_again(stream) -> None:
    assert findings(stream, thresholds=LOW) == findings(stream, thresholds=LOW)


@laws
@given(histories())
def test_findings_rest_on_facts_that_were_there(stream) -> None:
    ids = {one.id: one for one in stream}
    for finding in findings(stream, thresholds=LOW):
        assert finding.evidence
        assert all(ids[id].at <= finding.at for id in finding.evidence)
        assert ids[finding.evidence[-1]].position == finding.cause
        assert 1 <= finding.severity <= 5
        assert len(finding.dedup_key) < 200


@laws
@given(histories(most_minutes=10), st.randoms(use_true_random=False))
def test_guesses_within_a_window_count_in_any_order(stream, random) -> None:
    guesses = [one for one in stream if isinstance(one, o.CodeRejected | o.SignInFailed)]
    shuffled = random.sample(guesses, len(guesses))
    counted = {"D01", "D02", "D03", "D04"}

    def told(order) -> Counter[tuple[str, str]]:
        found = findings(order, thresholds=LOW)
        return Counter((f.detector, f.params["count"]) for f in found if f.detector in counted)

    assert told(shuffled) == told(guesses)


@laws
@given(histories(), histories())
def test_what_others_do_changes_nothing_for_me(mine, theirs) -> None:
    me, they = UserId(UUID(int=1)), UserId(UUID(int=3))
    own = [one for one in mine if isinstance(one, o.SignedIn) and one.user_id == me]
    other = [msgspec.structs.replace(one, user_id=they) for one in theirs if isinstance(one, o.SignedIn)]
    mixed = sorted([*own, *other], key=lambda one: (one.at, one.position))
    arrivals = {"D05", "D06", "D07", "D14"}

    def told(order) -> list[str]:
        found = findings(order, thresholds=LOW)
        return [f"{f.detector} {f.at}" for f in found if f.user_id == me and f.detector in arrivals]

    assert told(mixed) == told(own)


@given(st.integers(0, 10_000), st.integers(1, 200))
def test_steps_are_the_threshold_and_its_doublings(number: int, threshold: int) -> None:
    assert is_step(number, threshold) == any(number == threshold * 2**n for n in range(15))
