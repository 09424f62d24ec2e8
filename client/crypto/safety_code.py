"""The code that two people read to each other when no secret was carried between them.

It is always of a card: whoever finds it equal has compared device, account, and who the newcomer says to be.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import NamedTuple

from client.crypto import base64url
from client.crypto.canonical import bind, u64
from client.crypto.derive import stretched
from client.crypto.devices import Card

_GROUPS = 4
_SPOKEN = re.compile(r"[\s-]+")


class SafetyCode(NamedTuple):
    """What the inviter reads out, what the newcomer answers, and the QR code that stands for the first."""

    digits: str
    answer: str
    qr: str

    def is_said_by(self, heard: str) -> bool:
        """Whether what was typed or scanned is this code; spaces and hyphens do not count."""
        return _same(heard, self.digits) or hmac.compare_digest(heard.encode(), self.qr.encode())

    def is_answered_by(self, heard: str) -> bool:
        return _same(heard, self.answer)


def safety_code(card: Card) -> SafetyCode:
    account = card.public.account
    fingerprint = hashlib.sha256(
        bind("safety-code", account.bytes, card.public.user.bytes, card.hash)
    ).digest()
    slow = stretched(fingerprint, account.bytes)
    groups = [f"{_number(slow, index) % 100_000:05d}" for index in range(_GROUPS)]
    answer = f"{_number(slow, _GROUPS) % 1_000_000:06d}"
    return SafetyCode(" ".join(groups), answer, base64url.encode(b"\x01" + fingerprint))


def _number(slow: bytes, index: int) -> int:
    digest = hashlib.sha256(bind("safety-group", slow, u64(index))).digest()
    return int.from_bytes(digest[:8], "big")


def _same(heard: str, said: str) -> bool:
    return hmac.compare_digest(_SPOKEN.sub("", heard).encode(), _SPOKEN.sub("", said).encode())
