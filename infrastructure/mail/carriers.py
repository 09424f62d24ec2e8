"""How an installation hands mail over, as its settings say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from application.messaging.ports import Carrier
from infrastructure.mail.eml_files import FileCarrier
from infrastructure.mail.form import MailForm
from infrastructure.mail.smtp import SmtpCarrier
from infrastructure.settings import Settings

if TYPE_CHECKING:
    from infrastructure.mail.graph import GraphCarrier

# In production the start refuses to go on without one; in development this one takes nothing.
_NOBODY = "smtp://127.0.0.1:25"


def carrier_of(settings: Settings) -> Carrier:
    form = MailForm(settings.mail_from)
    if settings.mail_provider == "file":
        return FileCarrier(settings.mail_dir, form)
    if settings.mail_provider == "graph":
        return graph_of(settings, form)
    return smtp_of(settings, form)


def smtp_of(settings: Settings, form: MailForm) -> SmtpCarrier:
    return SmtpCarrier(settings.smtp_url or _NOBODY, form)


def graph_of(settings: Settings, form: MailForm) -> GraphCarrier:
    # Loaded where it is used: the worker of any other installation needs no HTTP.
    from infrastructure.mail.graph import GraphCarrier, GraphSettings

    # The settings are refused when one of these is there without the others.
    named = GraphSettings(
        url=settings.graph_url,
        login_url=settings.graph_login_url,
        tenant=settings.graph_tenant or "",
        client_id=settings.graph_client_id or "",
        client_secret=settings.graph_client_secret or "",
    )
    return GraphCarrier(named, form)


def is_configured(settings: Settings) -> bool:
    """Whether mail has a way to leave."""
    return settings.mail_provider != "smtp" or settings.smtp_url is not None
