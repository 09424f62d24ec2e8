"""From where somebody comes: networks under a key, kinds of browsers, and places from a local file."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.oversight.suspicion.observations import NOWHERE, Where
from infrastructure.oversight.origins import GeoFile, Origins, family_of, network_hasher, network_of
from tests.support.geo_file import place, write_geo_file

CHROME = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
)
EDGE = f"{CHROME.replace('X11; Linux x86_64', 'Windows NT 10.0; Win64; x64')} Edg/140.0.0.0"
FIREFOX = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:142.0) Gecko/20100101 Firefox/142.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.0 Mobile/15E148 Safari/604.1"
)
ON_PHONE = (
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
    "Mobile Safari/537.36"
)


@pytest.mark.parametrize(
    ("agent", "family"),
    [
        (CHROME, "Chrome on Linux"),
        (CHROME.replace("140", "141"), "Chrome on Linux"),
        (EDGE, "Edge on Windows"),
        (FIREFOX, "Firefox on macOS"),
        (SAFARI, "Safari on iOS"),
        (ON_PHONE, "Chrome on Android"),
        ("curl/8.9", "Another program"),
        ("script (Linux)", "Another program on Linux"),
        ("", None),
        (None, None),
    ],
)
def test_browsers_are_known_by_their_kind(agent: str | None, family: str | None) -> None:
    assert family_of(agent) == family


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1::/48"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("nonsense", None),
        (None, None),
    ],
)
def test_neighbours_are_one_network(address: str | None, network: str | None) -> None:
    assert network_of(address) == network


def test_a_network_is_named_under_a_key() -> None:
    one, other = network_hasher(b"a" * 32), network_hasher(b"b" * 32)
    assert one("192.0.2.1") == one("192.0.2.200") != one("192.0.3.1")
    assert one("192.0.2.1") != other("192.0.2.1")
    assert "192" not in (one("192.0.2.1") or "")
    assert one(None) is None


def test_a_local_file_says_where_an_address_is(tmp_path: Path) -> None:
    file = write_geo_file(
        tmp_path / "places.mmdb",
        {"198.51.100.0/24": place("GB", 51.5, -0.25), "203.0.113.128/25": place("US", 40.75, -74.0)},
    )
    origins = Origins(b"k" * 32, GeoFile(file))
    assert origins.where("198.51.100.9", FIREFOX) == Where(
        network_hasher(b"k" * 32)("198.51.100.9"), "GB", 51.5, -0.25, "Firefox on macOS"
    )
    assert origins.where("203.0.113.200", None).country == "US"
    for unknown in ("203.0.113.1", "192.0.2.1", "2001:db8::1", "nonsense"):
        assert origins.where(unknown, None).country is None


def test_without_a_file_nobody_is_anywhere() -> None:
    assert Origins(b"k" * 32, GeoFile(None)).where(None, None) == NOWHERE
