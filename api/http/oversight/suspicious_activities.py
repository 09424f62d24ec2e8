"""`/api/auth/suspicious-activities`: what detectors found, and what its person says to it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from litestar import Controller, Response, get, post
from litestar.params import JSONBody, QueryParameter

from api.http.answers import Page, answer, listed
from api.http.cursors import Cursors
from api.http.given import Fresh, Given
from application.access import signed_in
from application.commands import Commands
from application.ports import Context
from application.processes.judge_activities import (
    AcknowledgeActivity,
    Acknowledged,
    SecuredAnswer,
    SecureSignIn,
)
from domain.kernel import Value
from domain.oversight.suspicion.activities import Verdict
from domain.oversight.suspicion.findings import ResponseKind, SubjectKind
from projections.kernel import Reader
from projections.oversight.suspicious_activity import State, activities_of


class ActivitySubject(Value, frozen=True):
    """Whom it is about; addresses and networks are hashed."""

    kind: SubjectKind
    id: str


class SuspiciousActivity(Value, frozen=True, kw_only=True):
    """`evidence` are positions in the audit log; `summaryKey` names the sentence that `params` fill."""

    id: UUID
    detector: str
    severity: int
    state: State
    verdict: Verdict | None
    subject: ActivitySubject
    user_id: UUID | None
    first_at: datetime
    last_at: datetime
    count: int
    summary_key: str
    params: dict[str, str]
    evidence: list[int]
    response: list[ResponseKind]


class SuspiciousActivityController(Controller):
    path = "/api/auth/suspicious-activities"
    tags = ("security",)

    @get("/", operation_id="listSuspiciousActivities", opt={"any_account": True})
    async def listing(
        self,
        context: Given[Context],
        reader: Given[Reader],
        cursors: Given[Cursors],
        fresh: Given[Fresh],
        limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
        cursor: Annotated[str | None, QueryParameter()] = None,
        wanted: Annotated[State | None, QueryParameter(name="state")] = None,
    ) -> Response[Page[SuspiciousActivity]]:
        """List suspicious activity of yours; with `security.read` also of the account's members."""
        user_id, actor = signed_in(context), context.actor
        account_id = actor.account_id if "security.read" in actor.may else None
        scope = ["suspicious", user_id, account_id, wanted]
        before = None if cursor is None else cursors.open(scope, cursor, tuple[datetime, UUID])
        found = await activities_of(reader, user_id, account_id, state=wanted, before=before, limit=limit + 1)
        shown = found[:limit]
        further = len(found) > limit
        next_cursor = cursors.seal(scope, (shown[-1].last_at, shown[-1].id)) if further else None
        return listed([row.json for row in shown], fresh, limit=limit, next_cursor=next_cursor)

    @post(
        "/acknowledge",
        operation_id="acknowledgeSuspiciousActivity",
        status_code=200,
        opt={"any_account": True},
    )
    async def acknowledge(
        self, data: JSONBody[AcknowledgeActivity], context: Given[Context], commands: Given[Commands]
    ) -> Response[Acknowledged]:
        """Acknowledge suspicious activity: "This was me" for your own, "I'm on it" for another member's."""
        return answer(await commands.run(data, context), data=False)

    @post("/secure", operation_id="secureSignIn", status_code=200, opt={"any_account": True})
    async def secure(self, context: Given[Context], commands: Given[Commands]) -> Response[SecuredAnswer]:
        """End all other sessions, forget known browsers, and resolve open findings. Requires step-up."""
        return answer(await commands.run(SecureSignIn(), context), data=False)
