"""Whom the identities at providers belong to."""

from __future__ import annotations

from domain.identity.users import SocialProvider
from domain.ids import UserId
from projections.kernel import Reader

_PERSON = """
select user_id from read.sign_in_methods where provider = %(provider)s and subject = %(subject)s
"""


class StoredLinks:
    """Implements `application.identity.social.LinkedIdentities`."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def person_of(self, provider: SocialProvider, subject_hash: str) -> UserId | None:
        row = await self._reader.one(_PERSON, {"provider": provider, "subject": subject_hash})
        return None if row is None else UserId(row[0])
