"""Mail that stays in a folder."""

from __future__ import annotations

import email
import email.policy
from pathlib import Path
from uuid import UUID

import pytest

from application.messaging.ports import ProviderRefused, RenderedMail
from infrastructure.mail.eml_files import FileCarrier
from infrastructure.mail.form import MailForm

MAIL = RenderedMail(UUID(int=7), "ann@example.com", "Grüße", "Text ✓\n", "<p>Page ✓</p>")
FORM = MailForm("Coffer <coffer@house.test>")


async def test_a_message_that_is_handed_over_twice_lies_there_once(tmp_path: Path) -> None:
    carrier = FileCarrier(tmp_path / "mail", FORM)
    assert await carrier.carry(MAIL) == await carrier.carry(MAIL)
    (path,) = (tmp_path / "mail").iterdir()
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.SMTP)
    assert (message["To"], message["Subject"]) == ("ann@example.com", "Grüße")
    assert path.stat().st_mode & 0o077 == 0


async def test_where_nothing_can_be_written_it_may_be_later(tmp_path: Path) -> None:
    (tmp_path / "mail").write_text("no folder")
    with pytest.raises(ProviderRefused) as refusal:
        await FileCarrier(tmp_path / "mail", FORM).carry(MAIL)
    assert (refusal.value.code, refusal.value.transient) == ("file_not_written", True)
