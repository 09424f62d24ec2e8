"""Adding passkeys: a challenge for the browser, and the credential that answers it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from application.commands import Commands, Route
from application.identity.ports import (
    Authenticators,
    Ceremonies,
    Ceremony,
    CeremonyKind,
    NewCredential,
    NotVerified,
    People,
    StoredPasskey,
    Tokens,
)
from application.identity.refusals import NotLetIn
from application.ports import BlindIndex, Context, PersonalData, RowChange
from application.unit_of_work import Work
from domain.errors import AlreadyExists, Stale
from domain.identity.users import USER, AddPasskey, UsePasskey
from domain.ids import PasskeyId, UserId
from domain.kernel import Value

CREDENTIALS = "identity.passkey"
DEFAULT_NAME = "Passkey"
MAX_NAME = 80


class Enrol(Value, frozen=True, kw_only=True):
    """Add a verified credential to a person."""

    passkey_id: PasskeyId
    user_id: UserId
    name: str
    credential: NewCredential


class NamedPasskey(NamedTuple):
    """A passkey with the name that its owner gave it."""

    passkey: StoredPasskey
    name: str


@dataclass(frozen=True)
class Passkeys:
    """Passkeys of the signed-in user, and challenges for all callers."""

    commands: Commands
    people: People
    ceremonies: Ceremonies
    authenticators: Authenticators
    tokens: Tokens
    personal: PersonalData

    async def named(self, user_id: UserId) -> list[NamedPasskey]:
        """A person's passkeys, the oldest first."""
        passkeys = await self.of(user_id)
        names = await self.personal.open([passkey.name_ref for passkey in passkeys])
        return [NamedPasskey(*pair) for pair in zip(passkeys, (name or "" for name in names), strict=True)]

    async def of(self, user_id: UserId) -> Sequence[StoredPasskey]:
        return await self.people.passkeys_of(user_id)

    async def begin(
        self, kind: CeremonyKind, challenge: bytes, context: Context, user_id: UserId | None = None
    ) -> str:
        """Remember a challenge; the value for the cookie that has to come back with the answer."""
        return await self.ceremonies.begin(Ceremony(kind, challenge, user_id), context.now)

    async def add(
        self,
        user_id: UserId,
        cookie: str | None,
        response: Mapping[str, Any],
        name: str | None,
        context: Context,
    ) -> NamedPasskey:
        """Add the credential that answers this browser's challenge; the challenge is used up either way."""
        ceremony = await self.ceremonies.take(cookie, "registration", context.now) if cookie else None
        if ceremony is None:
            raise NotLetIn("challenge_not_found")
        if ceremony.user_id != user_id:
            raise NotLetIn("not_your_challenge")
        try:
            credential = self.authenticators.verify_registration(response, ceremony.challenge)
        except NotVerified:
            raise NotLetIn("registration_failed") from None
        command = Enrol(
            passkey_id=PasskeyId(self.tokens.new_id()),
            user_id=user_id,
            name=(name or "").strip()[:MAX_NAME] or DEFAULT_NAME,
            credential=credential,
        )
        try:
            await self.commands.run(command, context._replace(idempotency=None))
        except (AlreadyExists, Stale) as taken:
            # Of two at the same moment the slower one finds the row of the faster, and no claim yet.
            if isinstance(taken, Stale) and taken.reason != "row_taken":
                raise
            raise NotLetIn("passkey_taken") from None
        added = await self.people.passkey(credential.credential_id)
        if added is None:
            raise NotLetIn("registration_failed")
        return NamedPasskey(added, command.name)


def routes(personal: PersonalData, blind: BlindIndex) -> dict[type, Route]:
    async def enrol(work: Work, command: Enrol) -> None:
        credential = command.credential
        refs = await personal.seal(command.user_id, {"name": command.name})
        await work.decide(
            USER,
            command.user_id,
            AddPasskey(
                passkey_id=command.passkey_id,
                credential_hash=blind.token("credential", credential.credential_id),
                name_ref=refs["name"],
                device_type=credential.device_type,
                backed_up=credential.backed_up,
                counter=credential.counter,
            ),
        )
        work.write(
            RowChange(
                "add",
                CREDENTIALS,
                {"passkey_id": command.passkey_id},
                {
                    "user_id": command.user_id,
                    "credential_id": credential.credential_id,
                    "public_key": credential.public_key,
                    "counter": credential.counter,
                    "transports": credential.transports,
                    "aaguid": credential.aaguid,
                },
            )
        )

    return {Enrol: Route(None, enrol, (USER,))}


async def use_passkey(
    work: Work, user_id: UserId, passkey_id: PasskeyId, counter: int, backed_up: bool
) -> None:
    """Note that a passkey signed, with what its authenticator counted."""
    command = UsePasskey(passkey_id=passkey_id, counter=counter, backed_up=backed_up)
    await work.decide(USER, user_id, command)
    work.write(RowChange("patch", CREDENTIALS, {"passkey_id": passkey_id}, {"counter": counter}))
