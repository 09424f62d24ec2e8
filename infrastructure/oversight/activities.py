"""What suspicious activities need from the read models: accounts, who is notified, restraints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

import structlog

from application.identity.restraints import Restraint
from application.processes.judge_activities import Judged
from application.processes.suspicion import Concerned
from domain.ids import AccountId, PasskeyId, UserId
from domain.kernel import PiiRef
from domain.oversight.suspicion.findings import Finding
from projections.kernel import Reader
from projections.oversight.suspicious_activity import open_activities, visible_activity

log = structlog.get_logger("coffer.security")

_CONCERNED = """
select u.email_ref, array(
    select m.account_id from read.account_members as m
    where m.user_id = u.id order by m.joined_at, m.account_id
) from read.users as u where u.id = %(user_id)s
"""
_LANGUAGE = "select json->>'language' from read.accounts where account_id = %(account_id)s"
_HELD = """
select r.kind, r.times from read.restraints as r
join unnest(%(kinds)s::text[], %(subjects)s::text[]) as asked (kind, subject) using (kind, subject)
where r.until is null or r.until > %(now)s
"""
_OFF = """
select subject from read.restraints
where kind = 'passkeyOff' and subject = any(%(subjects)s) and (until is null or until > %(now)s)
"""


class ActivitiesByReader:
    """Implements `application.processes.judge_activities.Activities`."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def visible(
        self, activity_id: UUID, user_id: UserId, account_id: AccountId | None
    ) -> Judged | None:
        row = await visible_activity(self._reader, activity_id, user_id, account_id)
        return None if row is None else Judged(*row)

    async def open_of(self, user_id: UserId) -> Sequence[Judged]:
        return [Judged(*row) for row in await open_activities(self._reader, user_id)]


class ConcernedByReader:
    """Implements `application.processes.suspicion.People`."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def concerned(self, user_id: UserId) -> Concerned | None:
        row = await self._reader.one(_CONCERNED, {"user_id": user_id}, user_id=user_id)
        if row is None or row[0] is None:
            return None
        account_ids = tuple(AccountId(id) for id in row[1])
        locale = await self._language(account_ids[0]) if account_ids else None
        return Concerned(PiiRef(row[0]), locale or "en", account_ids)

    async def _language(self, account_id: AccountId) -> str | None:
        row = await self._reader.one(_LANGUAGE, {"account_id": account_id}, account_id=account_id)
        return None if row is None else row[0]


class RestraintsByReader:
    """Implements `application.identity.restraints.Restraints`."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def held(self, asked: Mapping[Restraint, str], now: datetime) -> Mapping[Restraint, int]:
        values = {"kinds": list(asked), "subjects": list(asked.values()), "now": now}
        return dict(await self._reader.all(_HELD, values))  # pyright: ignore[reportArgumentType]

    async def off(self, passkey_ids: Sequence[PasskeyId], now: datetime) -> frozenset[PasskeyId]:
        if not passkey_ids:
            return frozenset()
        values = {"subjects": [str(passkey_id) for passkey_id in passkey_ids], "now": now}
        return frozenset(PasskeyId(UUID(row[0])) for row in await self._reader.all(_OFF, values))


class OperatorLog:
    """Implements `application.processes.suspicion.Operator`, in the words of the OWASP logging vocabulary."""

    def tell(self, finding: Finding) -> None:
        log.warning(
            "authn_login_fail_max",
            detector=finding.detector,
            severity=finding.severity,
            subject=finding.subject.id,
            positions=list(finding.positions),
            **finding.params,
        )
