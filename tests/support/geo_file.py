"""A file of places in the MaxMind format, small enough to be made by a test."""

from __future__ import annotations

import ipaddress
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple


class Number(NamedTuple):
    """An integer in one of the types of the format."""

    kind: int
    size: int
    value: int


_MARKER = b"\xab\xcd\xefMaxMind.com"
_GAP = 16


def place(country: str, latitude: float, longitude: float) -> dict[str, Any]:
    return {"country": {"iso_code": country}, "location": {"latitude": latitude, "longitude": longitude}}


def write_geo_file(path: Path, places: Mapping[str, Mapping[str, Any]]) -> Path:
    """Write what is said of each IPv4 network; the networks do not overlap."""
    nodes: list[list[tuple[str, int] | None]] = [[None, None]]
    data = b""
    for text, said in places.items():
        network = ipaddress.IPv4Network(text)
        bits = f"{int(network.network_address):032b}"[: network.prefixlen]
        at = 0
        for bit in bits[:-1]:
            found = nodes[at][int(bit)]
            if found is None:
                nodes.append([None, None])
                found = nodes[at][int(bit)] = ("node", len(nodes) - 1)
            at = found[1]
        nodes[at][int(bits[-1])] = ("data", len(data))
        data += _encoded(said)

    def record(entry: tuple[str, int] | None) -> bytes:
        if entry is None:
            number = len(nodes)
        else:
            number = entry[1] if entry[0] == "node" else len(nodes) + _GAP + entry[1]
        return struct.pack(">I", number)[1:]

    tree = b"".join(record(entry) for node in nodes for entry in node)
    about = {
        "node_count": Number(6, 4, len(nodes)),
        "record_size": Number(5, 2, 24),
        "ip_version": Number(5, 2, 4),
        "database_type": "Test-City",
        "languages": ["en"],
        "binary_format_major_version": Number(5, 2, 2),
        "binary_format_minor_version": Number(5, 2, 0),
        "build_epoch": Number(9, 8, 1_900_000_000),
        "description": {"en": "places of a test"},
    }
    path.write_bytes(tree + bytes(_GAP) + data + _MARKER + _encoded(about))
    return path


def _encoded(value: Any) -> bytes:
    match value:
        case str():
            return _head(2, len(value.encode())) + value.encode()
        case float():
            return _head(3, 8) + struct.pack(">d", value)
        case Number(kind, size, number):
            return _head(kind, size) + number.to_bytes(size, "big")
        case list():
            return _head(11, len(value)) + b"".join(_encoded(item) for item in value)
        case _:
            return _head(7, len(value)) + b"".join(_encoded(k) + _encoded(v) for k, v in value.items())


def _head(kind: int, size: int) -> bytes:
    assert size < 29, "longer values have another head"
    return bytes([kind << 5 | size]) if kind < 8 else bytes([size, kind - 7])
