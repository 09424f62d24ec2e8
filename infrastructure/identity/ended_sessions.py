"""Ended sessions by their token."""

from __future__ import annotations

from datetime import datetime

from application.identity.dead_sessions import Ended
from application.ports import BlindIndex
from domain.ids import SessionId, UserId
from projections.kernel import Reader

# Sessions that somebody ended, or that ended with the person's others; not those whose time was over.
_ENDED = """
select s.id, s.user_id from identity.session_secret as k
join read.sessions as s on s.id = k.session_id
join read.users as u on u.id = s.user_id
where k.token_hash = %(hash)s and s.expires_at > %(now)s and (s.ended or s.epoch <> u.epoch)
"""


class EndedByReader:
    """Implements `application.identity.dead_sessions.EndedSessions`."""

    def __init__(self, reader: Reader, blind: BlindIndex) -> None:
        self._reader = reader
        self._blind = blind

    async def of(self, session_token: str, now: datetime) -> Ended | None:
        asked = {"hash": self._blind.token("session", session_token), "now": now}
        row = await self._reader.one(_ENDED, asked)
        return None if row is None else Ended(SessionId(row[0]), UserId(row[1]))
