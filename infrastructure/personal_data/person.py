"""The personal values of people, sealed before they reach the log and opened for those who may read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from domain.kernel import PiiRef
from infrastructure.personal_data.keys import SubjectKeys
from infrastructure.personal_data.sealing import open_values, parse, seal_value


class SealedPersonalData:
    """Implements `application.ports.PersonalData`."""

    def __init__(self, keys: SubjectKeys) -> None:
        self._keys = keys

    async def seal(self, subject: UUID, values: Mapping[str, str]) -> Mapping[str, PiiRef]:
        key = await self._keys.key(subject)
        return {field: seal_value(subject, field, value, key) for field, value in values.items()}

    async def open(self, refs: Sequence[PiiRef]) -> Sequence[str | None]:
        sealed = [parse(ref) for ref in refs]
        return open_values(sealed, await self._keys.known({value.subject for value in sealed}))

    async def forget(self, subject: UUID) -> None:
        await self._keys.forget(subject)
