"""What counts as an e-mail address, and the one form in which it is compared."""

from __future__ import annotations

import re

from domain.errors import InvalidArgument

MAX_ADDRESS = 254
MAX_LOCAL_PART = 64

_ATOM = r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_ADDRESS = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@(?:{_LABEL}\.)+(?!\d+\Z){_LABEL}", re.ASCII)


def normalised(text: str) -> str:
    """The address in lower case, or a refusal when it is none."""
    address = text.lower()
    local, _, _ = address.partition("@")
    if (
        len(address) > MAX_ADDRESS
        or len(local) > MAX_LOCAL_PART
        or _ADDRESS.fullmatch(address) is None
        or len(address.rpartition(".")[2]) < 2
    ):
        raise InvalidArgument("Invalid email", reason="invalid_email")
    return address


def masked(address: str) -> str:
    """The address masked, for a caller who has not verified it: `a•••@example.com`."""
    local, _, domain = address.partition("@")
    return f"{local[:1]}•••@{domain}"
