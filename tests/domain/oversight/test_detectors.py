"""Each detector at the edge of its rule: what it finds, what it leaves alone, and what is to follow."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest

from domain.ids import SessionId
from domain.oversight.suspicion import observations as o
from domain.oversight.suspicion.arrivals import distance
from domain.oversight.suspicion.detectors import DETECTORS
from domain.oversight.suspicion.thresholds import (
    ImpossibleTravel,
    NewDevice,
    OtpBruteForce,
    PasswordBruteForce,
    Thresholds,
)
from infrastructure.oversight.thresholds import DETECTORS as FILE
from infrastructure.oversight.thresholds import ThresholdsWrong, load_thresholds
from projections.oversight.suspicious_activity import SUMMARIES
from tests.support.watching import (
    ANN,
    BEN,
    HOME,
    HOTEL,
    KEY,
    LAPTOP,
    LONDON,
    NEW_YORK,
    NOON,
    PARIS,
    PHONE,
    findings,
    responses,
    said,
    seen,
    sign_in,
    wrong_code,
    wrong_password,
)

DAY = 24 * 60


def test_five_wrong_codes_in_a_quarter_of_an_hour_switch_codes_off_for_an_hour() -> None:
    stream = [wrong_code(minute) for minute in range(5)]
    assert findings(stream[:4], of="D01") == []
    (found,) = findings(stream, of="D01")
    assert (found.severity, found.user_id, found.params["count"]) == (3, ANN, "5")
    assert found.positions == tuple(one.position for one in stream)
    assert found.evidence == tuple(one.id for one in stream)
    (response,) = found.responses
    assert (response.kind, response.subject) == ("codesOff", "ann")
    assert response.until == NOON + timedelta(minutes=4 + 60)


def test_fifteen_wrong_codes_weigh_more() -> None:
    found = findings([wrong_code(n / 10) for n in range(15)], of="D01")
    assert [(f.params["count"], f.severity) for f in found] == [("5", 3), ("10", 3), ("15", 4)]
    assert {f.dedup_key for f in found} == {f"D01:user:{ANN}"}


def test_an_address_without_a_person_is_watched_as_well() -> None:
    (found,) = findings([wrong_code(n, user_id=None, address="x") for n in range(5)], of="D01")
    assert (found.subject.kind, found.subject.id, found.user_id) == ("address", "x", None)


@pytest.mark.parametrize(("last", "count"), [(14.99, 1), (15, 0)])
def test_what_is_a_whole_window_old_counts_no_more(last: float, count: int) -> None:
    stream = [wrong_code(0), wrong_code(1), wrong_code(2), wrong_code(3), wrong_code(last)]
    assert len(findings(stream, of="D01")) == count


def test_wrong_codes_of_several_addresses_are_no_attack_on_one() -> None:
    assert findings([wrong_code(n / 10, address=str(n % 4)) for n in range(16)], of="D01") == []


def test_ten_wrong_passwords_make_the_next_ones_wait_and_tell_the_person() -> None:
    found = findings([wrong_password(n) for n in range(10)], of="D02")
    assert said(found) == [("D02", 3)]
    assert responses(found[0]) == {"delay": "ann", "mail": ""}
    more = findings([wrong_password(n / 10) for n in range(45)], of="D02")
    assert [f.params["count"] for f in more] == ["10", "20", "40"]


def test_nobody_is_written_to_about_an_address_that_nobody_has() -> None:
    (found,) = findings([wrong_password(n, user_id=None) for n in range(10)], of="D02")
    assert responses(found) == {"delay": "ann"}


def test_a_passkey_that_proves_nothing_is_no_guess_at_a_password() -> None:
    assert findings([wrong_password(n / 10, method="passkey", address="") for n in range(30)], of="D02") == []


def test_one_network_that_fails_for_eight_addresses_is_throttled() -> None:
    stream = [wrong_password(n, address=f"a{n}", user_id=None) for n in range(8)]
    (found,) = findings(stream, of="D03")
    assert (found.severity, found.subject.kind, found.subject.id) == (4, "network", "hotel")
    assert responses(found) == {"throttle": "hotel"}
    assert findings(stream[:7], stream[:1], of="D03") == []
    spread = [wrong_password(n * 4, address=f"a{n}", user_id=None) for n in range(12)]
    # As long as it goes on, it is found again; that counts up and is not told anew.
    assert {f.dedup_key for f in findings(spread, of="D03")} == {found.dedup_key}
    assert findings([wrong_password(n * 5, address=f"a{n}", user_id=None) for n in range(12)], of="D03") == []


def test_a_network_that_nobody_knows_is_none() -> None:
    nowhere = [wrong_password(0, address=f"a{n}", where=o.NOWHERE) for n in range(200)]
    assert findings(nowhere, of="D03") == findings(nowhere, of="D04") == []


def test_a_hundred_failures_of_one_network_are_told_to_the_operator() -> None:
    stream = [wrong_password(n / 10, address=f"a{n % 5}") for n in range(60)]
    stream2 = [wrong_code(6 + n / 10, address="z") for n in range(40)]
    (found,) = findings(stream, stream2, of="D04")
    assert (found.severity, responses(found)) == (4, {"throttle": "hotel", "tellOperator": ""})
    assert len(found.evidence) == 100
    assert findings(stream, stream2[:39], of="D04") == []


def test_success_from_a_new_network_after_failures_asks_again() -> None:
    known = sign_in(-DAY, where=HOME, session_id=PHONE)
    failures = [wrong_password(n) for n in range(5)]
    (found,) = findings(known, failures, sign_in(10), of="D05")
    assert responses(found) == {"stepUp": str(LAPTOP), "mail": ""}
    assert len(found.positions) == 6
    assert findings(known, failures[:4], sign_in(10), of="D05") == []
    assert findings(known, failures, sign_in(65), of="D05") == []
    assert findings(known, failures, sign_in(10, where=HOME), of="D05") == []
    assert findings(known, [wrong_password(n, where=HOME) for n in range(5)], sign_in(10), of="D05") == []
    assert findings(failures, sign_in(10), of="D05") == [], "the first network of all is not a new one"


def test_the_failures_of_another_person_are_none_of_mine() -> None:
    known = sign_in(-DAY, where=HOME)
    assert findings(known, [wrong_password(n, user_id=BEN) for n in range(5)], sign_in(10), of="D05") == []


def test_an_unseen_browser_of_an_unseen_kind_is_told() -> None:
    first = sign_in(0, where=HOME)
    assert findings(first, of="D06") == [], "that is how the person came here"
    (found,) = findings(first, sign_in(5), of="D06")
    assert (found.severity, responses(found), found.params["browser"]) == (2, {"mail": ""}, HOTEL.family)
    assert findings(first, sign_in(5, where=HOME), of="D06") == []
    assert findings(first, sign_in(5, new_device=False), of="D06") == []
    assert len(findings(first, sign_in(5), sign_in(9), of="D06")) == 1


def test_nobody_is_in_london_and_an_hour_later_in_new_york() -> None:
    (found,) = findings(sign_in(0, where=LONDON), sign_in(60, where=NEW_YORK), of="D07")
    assert responses(found) == {"stepUp": str(LAPTOP), "mail": ""}
    assert (found.params["from"], found.params["country"], found.params["minutes"]) == ("GB", "US", "60")
    assert int(found.params["kilometres"]) == pytest.approx(5570, abs=20)
    assert findings(sign_in(0, where=LONDON), sign_in(8 * 60, where=NEW_YORK), of="D07") == []
    assert findings(sign_in(0, where=LONDON), sign_in(1, where=PARIS), of="D07") == [], "under 500 km"
    # The same browser that seems to jump has switched a tunnel on.
    tunnel = o.Where("n9", "US", 40.7, -74.0, LONDON.family)
    assert findings(sign_in(0, where=LONDON), sign_in(60, where=tunnel, new_device=False), of="D07") == []
    # A sign-in without a place hides nothing.
    hidden = findings(sign_in(0, where=LONDON), sign_in(1), sign_in(60, where=NEW_YORK), of="D07")
    assert said(hidden) == [("D07", 3)]


def test_without_places_nobody_travels() -> None:
    assert findings(sign_in(0), sign_in(1, where=HOME), of="D07") == []


def test_distances_are_those_of_the_globe() -> None:
    def at(latitude: float, longitude: float) -> o.Where:
        return o.Where(latitude=latitude, longitude=longitude)

    assert distance(at(0, 179), at(0, -179)) == pytest.approx(222, abs=1)
    assert distance(at(90, 0), at(-90, 77)) == pytest.approx(20015, abs=2)
    assert distance(at(12, 34), at(12, 34)) == 0
    assert distance(at(1, 1), HOME) is None


def test_a_passkey_whose_counter_went_back_is_switched_off() -> None:
    (found,) = findings(seen(o.CounterWentBack, user_id=ANN, passkey_id=KEY))
    assert (found.detector, found.severity, found.subject.kind) == ("D08", 4, "passkey")
    assert responses(found) == {"passkeyOff": str(KEY), "mail": ""}


def ended(minutes: float, by_sign_out: bool) -> o.SessionClosed:
    return seen(o.SessionClosed, minutes=minutes, session_id=LAPTOP, by_sign_out=by_sign_out)


def used_again(minutes: float, where: o.Where = HOTEL) -> o.DeadSessionUsed:
    return seen(o.DeadSessionUsed, minutes=minutes, where=where, user_id=ANN, session_id=LAPTOP)


def test_the_cookie_of_a_signed_out_session_is_nowhere_but_in_a_copy() -> None:
    (found,) = findings(sign_in(0), ended(5, by_sign_out=True), used_again(6), of="D09")
    assert (found.severity, responses(found)) == (4, {"endSession": str(LAPTOP), "mail": ""})
    # What was on its way when the session ended comes a little later.
    assert findings(sign_in(0), ended(5, by_sign_out=True), used_again(5.1), of="D09") == []


def test_a_browser_that_was_signed_out_from_elsewhere_comes_once_more_and_is_no_copy() -> None:
    assert findings(sign_in(0), ended(5, by_sign_out=False), used_again(60), of="D09") == []
    assert len(findings(sign_in(0), ended(5, by_sign_out=False), used_again(60, HOME), of="D09")) == 1
    assert findings(used_again(1), of="D09") == [], "nobody saw that session end"


def test_one_session_in_two_countries_is_two_browsers() -> None:
    def use(minutes: float, where: o.Where) -> o.SessionSeen:
        return seen(o.SessionSeen, minutes=minutes, where=where, user_id=ANN, session_id=LAPTOP)

    (found,) = findings(sign_in(0, where=LONDON), use(9, NEW_YORK), of="D09")
    assert found.params["countries"] == "GB, US"
    assert findings(sign_in(0, where=LONDON), use(10, NEW_YORK), of="D09") == []
    assert findings(sign_in(0, where=LONDON), use(5, LONDON), use(9, HOTEL), of="D09") == []


@pytest.mark.parametrize(("days", "count"), [(90, 1), (89, 0)])
def test_a_return_after_a_quarter_of_a_year_is_told(days: int, count: int) -> None:
    found = findings(sign_in(0, where=HOME), sign_in(days * DAY), of="D14")
    assert said(found) == [("D14", 3)] * count
    assert findings(sign_in(0, where=HOME), sign_in(days * DAY, new_device=False), of="D14") == []


def test_owners_hear_that_the_platform_looks_in() -> None:
    session = SessionId(UUID(int=9))
    (found,) = findings(seen(o.Impersonated, user_id=ANN, session_id=session))
    assert (found.detector, found.severity, responses(found)) == ("D21", 2, {"tellOwners": ""})


def test_a_detector_that_is_switched_off_finds_nothing() -> None:
    quiet = Thresholds(new_device=NewDevice(enabled=False))
    assert findings(sign_in(0, where=HOME), sign_in(5), of="D06", thresholds=quiet) == []


def test_other_thresholds_find_other_things() -> None:
    strict = Thresholds(password_brute_force=PasswordBruteForce(count=3, minutes=1))
    assert len(findings([wrong_password(n / 10) for n in range(3)], of="D02", thresholds=strict)) == 1


def test_the_file_says_what_the_code_falls_back_to(tmp_path) -> None:
    assert load_thresholds(FILE) == Thresholds()
    other = tmp_path / "mine.toml"
    other.write_text("[otp_brute_force]\ncount = 3\n[impossible_travel]\nenabled = false\n")
    expected = Thresholds(
        otp_brute_force=OtpBruteForce(count=3), impossible_travel=ImpossibleTravel(enabled=False)
    )
    assert load_thresholds(other) == expected


@pytest.mark.parametrize("text", ["[otp_brute_force]\ncount = 0", "[nothing]\n", "[new_device]\nx = 1", "["])
def test_a_wrong_file_is_named_in_one_line(tmp_path, text: str) -> None:
    file = tmp_path / "detectors.toml"
    file.write_text(text)
    with pytest.raises(ThresholdsWrong, match=r"^detectors\.toml: [^\n]+$"):
        load_thresholds(file)


def test_every_detector_has_its_numbers_and_a_sentence() -> None:
    assert {detector.name for detector in DETECTORS} == set(Thresholds.__struct_fields__)
    assert {detector.id for detector in DETECTORS} == SUMMARIES.keys()
    camel = {d.id: "".join([w.capitalize() for w in d.name.split("_")]) for d in DETECTORS}
    assert {id: name[:1].lower() + name[1:] for id, name in camel.items()} == SUMMARIES
