"""Keeping mail in a folder instead of sending it."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path

from application.messaging.ports import ProviderRefused, RenderedMail
from infrastructure.mail.form import MailForm


class FileCarrier:
    """Implements `application.messaging.ports.Carrier`.

    A file is named after its message, so that one which is handed over twice lies there once.
    """

    def __init__(self, folder: Path, form: MailForm) -> None:
        self._folder = folder
        self._form = form

    async def carry(self, mail: RenderedMail) -> str:
        content = self._form.message(mail, datetime.now(UTC)).as_bytes()
        path = self._folder / f"{mail.message_id}.eml"
        try:
            await asyncio.to_thread(_write, path, content)
        except OSError as failure:
            raise ProviderRefused("file_not_written", transient=True) from failure
        return path.name


def _write(path: Path, content: bytes) -> None:
    """All of it or nothing, for whoever reads the folder meanwhile."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = path.with_suffix(".part")
    with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
