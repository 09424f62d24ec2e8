"""Opening, keeping and ending sessions; their secrets are rows outside the log, written with the facts."""

from __future__ import annotations

from dataclasses import dataclass

from application.commands import Route
from application.identity.ports import People, Tokens
from application.identity.refusals import NotLetIn
from application.identity.session_secrets import SessionSecrets
from application.ports import BlindIndex, RowChange
from application.unit_of_work import Work
from domain.identity.sessions import (
    SESSION,
    EndReason,
    EndSession,
    Method,
    RefreshSession,
    StartSession,
    SwitchAccount,
)
from domain.identity.users import USER
from domain.ids import SessionId, UserId
from domain.kernel import Actor, Value

KNOWN_BROWSERS = "identity.known_browser"


@dataclass(frozen=True)
class Browser:
    """The browser of a sign-in, as described by its cookies."""

    token: str
    """The value of its own cookie: one it brought, or a new one."""
    new: bool = False
    """The value was made for this visit, so nobody can have signed in with it before."""
    pending: str | None = None
    remember: bool = True
    session: str | None = None
    """The secret of the session that it had until now."""
    put_aside: str | None = None
    """That of the own session of whoever looked on behalf of somebody in it."""

    @property
    def brought(self) -> str | None:
        """The value of its own cookie, if it came with one."""
        return None if self.new else self.token


@dataclass(frozen=True)
class Opened:
    """A started session, with the token for its cookie, which is not stored."""

    token: str
    session_id: SessionId
    user_id: UserId
    position: int = 0


@dataclass(frozen=True)
class SessionDoor:
    """How sessions are opened."""

    people: People
    tokens: Tokens
    blind: BlindIndex
    secrets: SessionSecrets

    def browser_hash(self, cookie: str) -> str:
        return self.blind.token("browser", cookie)

    async def open(
        self, work: Work, user_id: UserId, method: Method, browser: Browser, *, epoch: int | None = None
    ) -> Opened:
        """Start a session in this unit of work, and enter the account that was used last.

        The person may not change between the proof and the append. `epoch` is the person's when a proof
        was checked that a newer epoch makes worthless (the password).
        """
        user = await work.guard(USER, user_id)
        if user is None or (epoch is not None and epoch != user.epoch):
            raise NotLetIn("wrong_credentials")
        if user.leaving:
            raise NotLetIn("leaving")
        if user.shut_out(work.context.now):
            raise NotLetIn("banned")
        session_id = SessionId(self.tokens.new_id())
        work.context = work.context._replace(
            actor=Actor(type="user", user_id=user_id, session_id=session_id), idempotency=None
        )
        browser_hash = self.browser_hash(browser.token)
        known = not browser.new and await self.people.knows_browser(user_id, browser_hash)
        work.begin(SESSION, session_id)
        await work.decide(
            SESSION,
            session_id,
            StartSession(
                session_id=session_id,
                user_id=user_id,
                method=method,
                new_device=not known,
                epoch=user.epoch,
                remember=browser.remember,
            ),
        )
        await self._leave(work, browser)
        account_id = await self.people.home_account(user_id)
        if account_id is not None:
            await work.decide(SESSION, session_id, SwitchAccount(account_id))
        secret = self.secrets.first(work, session_id)
        work.write(
            RowChange(
                "put",
                KNOWN_BROWSERS,
                {"user_id": user_id, "browser_hash": browser_hash},
                {"seen_at": work.context.now},
            ),
        )
        return Opened(secret, session_id, user_id)

    async def _leave(self, work: Work, browser: Browser) -> None:
        """A browser that enters anew has left where it was: its cookie is worth nothing any more."""
        for secret in filter(None, (browser.session, browser.put_aside)):
            former = await self.people.session_of_cookie(self.blind.token("session", secret))
            if former is not None:
                await end_session(work, former, "signout")


class Refresh(Value, frozen=True):
    """The session was used: its life is prolonged once a day."""

    session_id: SessionId


class End(Value, frozen=True):
    """End a session, at once and for good."""

    session_id: SessionId
    reason: EndReason


async def _refresh(work: Work, command: Refresh) -> None:
    await work.decide(SESSION, command.session_id, RefreshSession())


async def end_session(work: Work, session_id: SessionId, reason: EndReason) -> None:
    """End a session in this unit of work, and destroy the server's half of its device's cache."""
    await work.decide(SESSION, session_id, EndSession(reason))
    work.write(RowChange("delete", "vault.unlock_share", {"session_id": session_id}))


async def end_sessions(
    work: Work, people: People, user_id: UserId, reason: EndReason, *, keep: SessionId | None = None
) -> None:
    """End a person's live sessions, all but one or all."""
    for session_id in await people.live_sessions(user_id, work.context.now):
        if session_id != keep:
            await end_session(work, session_id, reason)


async def _end(work: Work, command: End) -> None:
    await end_session(work, command.session_id, command.reason)


class EndOwn(Value, frozen=True, kw_only=True):
    """End the sessions of a person, all but one or all."""

    user_id: UserId
    keep: SessionId | None = None


def routes(people: People) -> dict[type, Route]:
    async def end_own(work: Work, command: EndOwn) -> None:
        await end_sessions(work, people, command.user_id, "revoked", keep=command.keep)

    return {
        Refresh: Route(None, _refresh, (SESSION,)),
        End: Route(None, _end, (SESSION,)),
        EndOwn: Route(None, end_own, (SESSION,)),
    }
