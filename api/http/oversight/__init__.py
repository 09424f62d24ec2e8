"""The routes of what can be proved."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

from api.http.oversight.analytics import AnalyticsController
from api.http.oversight.audit_logs import AuditLogController
from api.http.oversight.histories import HistoryController
from api.http.oversight.notices import NoticeController
from api.http.oversight.proofs import ProofController
from api.http.oversight.suspicious_activities import SuspiciousActivityController

HANDLERS: list[ControllerRouterHandler] = [
    AnalyticsController,
    AuditLogController,
    HistoryController,
    NoticeController,
    ProofController,
    SuspiciousActivityController,
]
