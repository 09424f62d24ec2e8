"""The routes of what can be proved."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

from api.http.oversight.audit_logs import AuditLogController
from api.http.oversight.notices import NoticeController

HANDLERS: list[ControllerRouterHandler] = [AuditLogController, NoticeController]
