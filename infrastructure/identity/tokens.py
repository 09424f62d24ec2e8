"""Random text and ids, from the operating system."""

from __future__ import annotations

import secrets
import string
from uuid import UUID, uuid4

_LETTERS = string.ascii_letters + string.digits
LENGTH = 32


class RandomTokens:
    """Implements `application.identity.ports.Tokens`."""

    def token(self) -> str:
        return "".join(secrets.choice(_LETTERS) for _ in range(LENGTH))

    def new_id(self) -> UUID:
        return uuid4()
