"""The routes of mail."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

from api.http.messaging.emails import EmailController
from api.http.messaging.setup import MailSetupController
from api.http.messaging.unsubscribing import UnsubscribeController

HANDLERS: list[ControllerRouterHandler] = [EmailController, MailSetupController, UnsubscribeController]
