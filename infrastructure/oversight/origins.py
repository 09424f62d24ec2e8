"""From where a request came: the hash of its network, its country and place, its kind of browser."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, cast

import maxminddb

from domain.oversight.suspicion.observations import Where
from infrastructure.personal_data.blind_index import hash_key, keyed_hash

# The same person's address changes within these; somebody else's provider has others.
_PREFIX = {4: 24, 6: 48}

# In this order, because most browsers say that they are others as well.
_BROWSERS = (
    ("Edge", r"\bEdgA?(?:iOS)?/"),
    ("Opera", r"\bOPR/|\bOpera\b"),
    ("Samsung Internet", r"\bSamsungBrowser/"),
    ("Firefox", r"\b(?:Firefox|FxiOS)/"),
    ("Chrome", r"\b(?:Chrome|CriOS|Chromium|HeadlessChrome)/"),
    ("Safari", r"\bVersion/[\d.]+.*\bSafari/"),
)
_SYSTEMS = (
    ("Android", r"\bAndroid\b"),
    ("iOS", r"\b(?:iPhone|iPad|iPod)\b"),
    ("Windows", r"\bWindows\b"),
    ("macOS", r"\bMac OS X\b|\bMacintosh\b"),
    ("ChromeOS", r"\bCrOS\b"),
    ("Linux", r"\bLinux\b|\bX11\b"),
)


def network_of(address: str | None) -> str | None:
    """The /24 or /48 that an address lies in."""
    if address is None:
        return None
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    place = mapped or parsed
    return str(ipaddress.ip_network((place, _PREFIX[place.version]), strict=False))


def network_hasher(secret: bytes) -> Callable[[str | None], str | None]:
    """Build the keyed hash of networks for the event log, which cannot be brute-forced without the key."""
    key = hash_key(secret, "network")

    def hashed(address: str | None) -> str | None:
        network = network_of(address)
        return None if network is None else keyed_hash(key, network)

    return hashed


def family_of(agent: str | None) -> str | None:
    """The kind of browser and system, without the numbers that change with every update."""
    if not agent:
        return None
    browser = next((name for name, pattern in _BROWSERS if re.search(pattern, agent)), None)
    system = next((name for name, pattern in _SYSTEMS if re.search(pattern, agent)), None)
    if browser is None:
        return "Another program" if system is None else f"Another program on {system}"
    return browser if system is None else f"{browser} on {system}"


class _Database(Protocol):
    def get(self, ip_address: str) -> dict[str, Any] | None: ...


def _opened(path: Path) -> _Database:
    return cast("_Database", maxminddb.open_database(path))  # pyright: ignore[reportUnknownMemberType]


class GeoFile:
    """A local file in the MaxMind format, such as GeoLite2-City; without one, places are unknown."""

    def __init__(self, path: Path | None) -> None:
        self._reader = None if path is None else _opened(path)

    def place_of(self, address: str | None) -> tuple[str | None, float | None, float | None]:
        """Country, latitude and longitude."""
        if self._reader is None or address is None:
            return None, None, None
        try:
            found = self._reader.get(address)
        except ValueError:
            return None, None, None
        if found is None:
            return None, None, None
        place: dict[str, float] = found.get("location", {})
        return found.get("country", {}).get("iso_code"), place.get("latitude"), place.get("longitude")

    def country_of(self, address: str | None) -> str | None:
        return self.place_of(address)[0]


class Origins:
    """Makes of address and agent what detectors may know of them."""

    def __init__(self, secret: bytes, geo: GeoFile) -> None:
        self._network_of = network_hasher(secret)
        self._geo = geo

    def where(self, address: str | None, agent: str | None) -> Where:
        country, latitude, longitude = self._geo.place_of(address)
        return Where(self._network_of(address), country, latitude, longitude, family_of(agent))
