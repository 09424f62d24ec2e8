"""Person commitments, compared with the proven e-mail address and the name of the person."""

from __future__ import annotations

from dataclasses import dataclass

from application.accounts.ports import Directory
from application.ports import PersonalData
from domain.ids import AccountId, UserId
from domain.vault.encoding import malformed, person_commitment


@dataclass(frozen=True)
class NamedPeople:
    directory: Directory
    personal: PersonalData

    async def check(self, account_id: AccountId, user_id: UserId, commitment: bytes, salt: bytes) -> None:
        """Refuse unless this is a commitment to the e-mail and the name that others are shown."""
        found = (await self.directory.people([user_id])).get(user_id)
        refs = [] if found is None else [found.email_ref, found.name_ref]
        values = await self.personal.open(refs) if refs else ()
        said = [value for value in values if value is not None]
        if len(said) != 2 or commitment != person_commitment(account_id, user_id, salt, *said):
            raise malformed("it names another e-mail address or name than this person has")
