"""Impersonation: a platform administrator views the product as another user, for at most an hour."""

from __future__ import annotations

from application.commands import Route
from application.identity import platform
from application.identity.ports import People, Tokens
from application.identity.refusals import NotLetIn
from application.identity.session_secrets import SessionSecrets
from application.identity.sessions import Opened
from application.unit_of_work import Work
from domain.identity.sessions import SESSION, ImpersonationReason, StartImpersonation
from domain.ids import SessionId, UserId
from domain.kernel import Actor, Value


class Impersonate(Value, frozen=True, kw_only=True):
    """Open a session as this person: it only looks, and it has no device and so no key."""

    user_id: UserId
    reason: ImpersonationReason


def routes(people: People, tokens: Tokens, secrets: SessionSecrets) -> dict[type, Route]:
    async def impersonate(work: Work, command: Impersonate) -> Opened:
        by, from_session = await platform.permit(work, "user", "impersonate"), work.context.actor.session_id
        user = await platform.no_admin(work, by, command.user_id)
        if user.shut_out(work.context.now):
            raise NotLetIn("banned")
        assert from_session is not None  # a person acts in a session
        session_id = SessionId(tokens.new_id())
        # Whatever is done from here on stands in the log as done on behalf of this person, and by whom.
        actor = Actor(type="support", user_id=command.user_id, session_id=session_id, impersonator_id=by)
        work.context = work.context._replace(actor=actor, idempotency=None)
        work.begin(SESSION, session_id)
        await work.decide(
            SESSION,
            session_id,
            StartImpersonation(
                target_user_id=command.user_id,
                reason=command.reason,
                by_session_id=from_session,
                epoch=user.epoch,
                account_id=await people.home_account(command.user_id),
            ),
        )
        return Opened(secrets.first(work, session_id), session_id, command.user_id)

    return {Impersonate: Route(None, impersonate, (SESSION,))}
