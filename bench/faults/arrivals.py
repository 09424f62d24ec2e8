"""Mail as its carrier took it: each time it was handed in, also when the inbox keeps it once."""

from __future__ import annotations

import asyncio
import email
import email.policy
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from uuid import UUID

from infrastructure.local.inbox import Taken, read_mail, taken

POLL_SECONDS = 0.05


@dataclass
class Letter:
    """One message, for the one address it was handed in for."""

    message_id: UUID
    to: str
    code: str | None
    times: tuple[datetime, ...]


@dataclass
class Arrivals:
    """Looks into the folder of the mail catcher; each mail is read once, and how often it came each time."""

    folder: Path
    _read: dict[Path, Letter] = field(default_factory=dict[Path, Letter])
    _by_address: dict[str, list[Letter]] = field(default_factory=dict[str, list[Letter]])

    def look(self) -> list[Letter]:
        """All that came up to now."""
        for mail in taken(self.folder):
            if mail.path in self._read:
                self._read[mail.path].times = mail.times
            else:
                self._keep(mail)
        return list(self._read.values())

    def _keep(self, mail: Taken) -> None:
        opened = read_mail(mail.path)
        headers = email.message_from_bytes(mail.path.read_bytes(), policy=email.policy.default)
        name = str(headers["Message-ID"]).strip("<>").partition("@")[0]
        letter = self._read[mail.path] = Letter(UUID(name), opened.to, opened.code, mail.times)
        self._by_address.setdefault(letter.to, []).append(letter)

    async def code_for(self, address: str) -> str:
        while True:
            await asyncio.to_thread(self.look)
            for letter in self._by_address.get(address, ()):
                if letter.code is not None:
                    return letter.code
            await asyncio.sleep(POLL_SECONDS)
