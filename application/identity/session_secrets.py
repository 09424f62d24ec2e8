"""The secret of a session: what its cookie holds, and when that is changed for another."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from application.identity.ports import People, Tokens
from application.ports import BlindIndex, RowChange
from application.unit_of_work import Work
from domain.ids import SessionId

SECRETS = "identity.session_secret"
_FORMER = "identity.former_secret"

# What was under way with the former secret has arrived by then. Were it refused, the refusal would take the
# new cookie away.
OVERLAP = timedelta(seconds=10)


@dataclass(frozen=True)
class SessionSecrets:
    people: People
    tokens: Tokens
    blind: BlindIndex

    def first(self, work: Work, session_id: SessionId) -> str:
        """The secret of a session that begins in this unit of work."""
        secret = self.tokens.token()
        values = {"token_hash": self._hash(secret), "handle": self.tokens.token()}
        work.write(RowChange("add", SECRETS, {"session_id": session_id}, values))
        return secret

    async def next(self, work: Work, session_id: SessionId, brought: str) -> str | None:
        """Another secret for a session whose person proved anew who they are (OWASP ASVS 5.0, 7.2.4).

        What was brought opens the session for ten more seconds. None when it is no longer the session's
        token: a concurrent proof has got the new one. The session's stream is loaded before: of two at the
        same moment one is then decided anew.
        """
        former = self._hash(brought)
        if await self.people.session_of_cookie(former) != session_id:
            return None
        secret = self.tokens.token()
        until = work.context.now + OVERLAP
        work.write(
            RowChange("patch", SECRETS, {"session_id": session_id}, {"token_hash": self._hash(secret)}),
            RowChange("put", _FORMER, {"token_hash": former}, {"session_id": session_id, "ends_at": until}),
        )
        return secret

    def _hash(self, secret: str) -> str:
        return self.blind.token("session", secret)
