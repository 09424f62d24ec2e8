"""The personal values of people, sealed before they reach the log and opened for those who may read."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from uuid import UUID

from domain.kernel import PiiRef
from infrastructure.personal_data.keys import SubjectKeys
from infrastructure.personal_data.sealing import SealedValue, open_values, parse, seal_value

_MOST_OPENED = 10_000
_NEVER = ("", 0.0)


class SealedPersonalData:
    """Implements `application.ports.PersonalData`.

    What a reference says never changes, so what was opened is remembered, for as long as the key that opened
    it is, and gone with it.
    """

    def __init__(self, keys: SubjectKeys) -> None:
        self._keys = keys
        self._opened: dict[PiiRef, tuple[str, float]] = {}

    async def seal(self, subject: UUID, values: Mapping[str, str]) -> Mapping[str, PiiRef]:
        key = await self._keys.key(subject)
        return {field: seal_value(subject, field, value, key) for field, value in values.items()}

    async def open(self, refs: Sequence[PiiRef]) -> Sequence[str | None]:
        now = time.monotonic()
        known = [self._opened.get(ref, _NEVER) for ref in refs]
        if all(until > now for _, until in known):
            return [value for value, _ in known]
        sealed = [parse(ref) for ref in refs]
        values = open_values(sealed, await self._keys.known({value.subject for value in sealed}))
        self._remember(refs, sealed, values)
        return values

    async def forget(self, subject: UUID) -> None:
        await self._keys.forget(subject)
        # What belongs to the person lies under several keys; this is rare.
        self._opened.clear()

    def _remember(
        self, refs: Sequence[PiiRef], sealed: Sequence[SealedValue], values: Sequence[str | None]
    ) -> None:
        if len(self._opened) > _MOST_OPENED:
            self._opened.clear()
        for ref, its, value in zip(refs, sealed, values, strict=True):
            if value is not None:
                self._opened[ref] = (value, self._keys.remembered_until(its.subject))
