"""The routes of what can be proved."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

from api.http.oversight.audit_logs import AuditLogController

HANDLERS: list[ControllerRouterHandler] = [AuditLogController]
