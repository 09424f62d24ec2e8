"""Step-up: the signed-in user confirms their identity again, for 10 minutes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from application.commands import Commands, Route
from application.identity.passkeys import use_passkey
from application.identity.ports import People
from application.identity.proofs import Proofs
from application.identity.refusals import NotLetIn
from application.identity.session_secrets import SessionSecrets
from application.ports import Context
from application.unit_of_work import Work
from domain.errors import NotSignedIn, Refused
from domain.identity.sessions import SESSION, STEP_UP, ConfirmSession
from domain.identity.users import USER
from domain.ids import PasskeyId, SessionId, UserId
from domain.kernel import Value


class Confirm(Value, frozen=True, kw_only=True):
    """The person of this session gave a proof again, in a request that brought this secret."""

    session_id: SessionId
    secret: str


class ConfirmByPasskey(Value, frozen=True, kw_only=True):
    """The session's person signed with this passkey."""

    session_id: SessionId
    secret: str
    user_id: UserId
    passkey_id: PasskeyId
    counter: int
    backed_up: bool


class Confirmed(NamedTuple):
    """Until when a session counts as confirmed, and its new secret; without one that of its cookie stays."""

    until: datetime
    secret: str | None


@dataclass(frozen=True)
class Confirmation:
    """The three proofs that confirm a session. `secret` is what its cookie holds."""

    commands: Commands
    proofs: Proofs
    people: People

    async def by_password(self, address: str, password: str, secret: str, context: Context) -> Confirmed:
        user_id, session_id = _who(context)
        await self.proofs.own_password(user_id, address, password, "wrong_credentials", context)
        return await self._confirmed(Confirm(session_id=session_id, secret=secret), context)

    async def by_passkey(
        self, cookie: str | None, response: Mapping[str, Any], secret: str, context: Context
    ) -> Confirmed:
        user_id, session_id = _who(context)
        passkey, signed = await self.proofs.passkey(cookie, response, context)
        if passkey.user_id != user_id:
            raise NotLetIn("passkey_unknown")
        command = ConfirmByPasskey(
            session_id=session_id,
            secret=secret,
            user_id=user_id,
            passkey_id=passkey.passkey_id,
            counter=signed.counter,
            backed_up=signed.backed_up,
        )
        try:
            return await self._confirmed(command, context)
        except Refused as refusal:
            if refusal.reason == "counter_went_back":
                raise await self.proofs.copied(passkey, signed, context) from None
            raise

    async def by_code(
        self, address: str, code: str, browser: str | None, secret: str, context: Context
    ) -> Confirmed:
        """Only for a person who has nothing stronger: the mailbox alone opened the session already."""
        user_id, session_id = _who(context)
        person = await self.people.by_id(user_id)
        stronger = person is not None and person.password_hash is not None
        if stronger or await self.people.passkeys_of(user_id):
            raise NotLetIn("code_not_enough")
        await self.proofs.code(address, "sign-in", code, browser, context)
        return await self._confirmed(Confirm(session_id=session_id, secret=secret), context)

    async def _confirmed(self, command: Value, context: Context) -> Confirmed:
        # The answer holds a secret, so no key can make it be kept and repeated.
        outcome = await self.commands.run(command, context._replace(idempotency=None))
        return Confirmed(context.now + STEP_UP, outcome.answer)


def _who(context: Context) -> tuple[UserId, SessionId]:
    if context.actor.user_id is None or context.actor.session_id is None:
        raise NotSignedIn()
    return context.actor.user_id, context.actor.session_id


def routes(secrets: SessionSecrets) -> dict[type, Route]:
    async def confirm(work: Work, command: Confirm | ConfirmByPasskey) -> str | None:
        await work.decide(SESSION, command.session_id, ConfirmSession())
        return await secrets.next(work, command.session_id, command.secret)

    async def by_passkey(work: Work, command: ConfirmByPasskey) -> str | None:
        await use_passkey(work, command.user_id, command.passkey_id, command.counter, command.backed_up)
        return await confirm(work, command)

    return {
        Confirm: Route(None, confirm, (SESSION,)),
        ConfirmByPasskey: Route(None, by_passkey, (USER, SESSION)),
    }
