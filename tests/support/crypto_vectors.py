"""The published vectors of the cryptographic design, and what every test of them reads out of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import UUID

from client.crypto import base64url
from client.crypto.statements import Statement, parse

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "contracts" / "crypto-vectors.json").read_text()
)


def raw(text: str) -> bytes:
    return base64url.decode(text)


def named(name: str) -> UUID:
    return UUID(VECTORS["ids"][name])


def statement(name: str) -> Statement:
    return parse(raw(VECTORS["statements"][name]["bytes"]))
