"""`/api/auth/audit-logs`: what happened in the account, and what I did."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import Controller, Response, get
from litestar.params import QueryParameter

from api.http.answers import Page, listed
from api.http.cursors import Cursors
from api.http.given import Fresh, Given
from api.http.oversight.exports import Form, exported
from api.http.oversight.shapes import AuditEntry
from application.access import permitted, signed_in
from application.personal_values import opened
from application.ports import Context, PersonalData
from domain.errors import InvalidArgument
from projections.kernel import Reader
from projections.oversight.actions import ACTIONS, Outcome
from projections.oversight.audit_log import Asked, Entry, entries_of_account, entries_of_person, first_kept

_NEWEST = 2**63 - 1
Limit = Annotated[int, QueryParameter(name="limit", ge=1, le=200)]
After = Annotated[str | None, QueryParameter(name="cursor")]


class AuditLogController(Controller):
    path = "/api/auth/audit-logs"
    tags = ["audit"]  # noqa: RUF012

    @get("/account", operation_id="listAccountAuditLogs")
    async def of_account(
        self,
        context: Given[Context],
        reader: Given[Reader],
        personal: Given[PersonalData],
        cursors: Given[Cursors],
        fresh: Given[Fresh],
        limit: Limit = 50,
        cursor: After = None,
        since: Annotated[datetime | None, QueryParameter(name="from")] = None,
        until: Annotated[datetime | None, QueryParameter(name="to")] = None,
        actions: Annotated[list[str] | None, QueryParameter(name="actions")] = None,
        actor_id: Annotated[UUID | None, QueryParameter(name="actorId")] = None,
        target_id: Annotated[UUID | None, QueryParameter(name="targetId")] = None,
        outcome: Annotated[Outcome | None, QueryParameter(name="outcome")] = None,
        form: Annotated[Form, QueryParameter(name="format")] = "json",
    ) -> Response[Page[AuditEntry]]:
        """List the account's audit log, newest first, as far back as its plan says; as JSON lines with
        `format`."""
        account_id = permitted(context, "audit.read")
        if unknown := set(actions or ()) - ACTIONS.keys():
            raise InvalidArgument("There is no such action.", reason="action", actions=sorted(unknown))
        asked = Asked(since, until, tuple(actions or ()), actor_id, target_id, outcome)
        scope = ["audit", account_id, asked]
        before = _NEWEST if cursor is None else cursors.open(scope, cursor, int)
        first = await first_kept(reader, account_id, context.now)
        entries = await entries_of_account(
            reader, account_id, asked, first=first, before=before, limit=limit + 1
        )
        return await _page(entries, personal, cursors, fresh, scope, limit, form)

    @get("/me", operation_id="listMyAuditLogs", opt={"any_account": True})
    async def of_me(
        self,
        context: Given[Context],
        reader: Given[Reader],
        personal: Given[PersonalData],
        cursors: Given[Cursors],
        fresh: Given[Fresh],
        limit: Limit = 50,
        cursor: After = None,
    ) -> Response[Page[AuditEntry]]:
        """List your own actions in all your accounts, and your sign-ins, newest first."""
        user_id = signed_in(context)
        scope = ["audit of", user_id]
        before = _NEWEST if cursor is None else cursors.open(scope, cursor, int)
        entries = await entries_of_person(reader, user_id, before=before, limit=limit + 1)
        return await _page(entries, personal, cursors, fresh, scope, limit)


async def _page(
    entries: Sequence[Entry],
    personal: PersonalData,
    cursors: Cursors,
    fresh: Fresh,
    scope: Any,
    limit: int,
    form: Form = "json",
) -> Response[Any]:
    """Entries with their personal values. One more than the limit was asked for: is there a next page?"""
    shown = entries[:limit]
    further = cursors.seal(scope, shown[-1].position) if len(entries) > limit else None
    whole = await opened(personal, [msgspec.json.decode(entry.json) for entry in shown])
    if form != "json":
        return exported(whole, form, further)
    return listed([msgspec.json.encode(row) for row in whole], fresh, limit=limit, next_cursor=further)
