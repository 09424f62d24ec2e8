"""Whether mail can leave, as whoever configures an account asks, and a test that it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple, Protocol

from application.access import permitted
from application.commands import Commands, Route
from application.identity.ports import Limits, Rule
from application.messaging.outbox import Letter, Outbox
from application.messaging.ports import ProviderRefused
from application.ports import Context, Outcome
from application.processes.mail_senders import MailSenders
from application.processes.send_mail import SUPPRESSED, QueuedMessage, To
from application.unit_of_work import Work
from domain.errors import LimitReached, Refused, Unavailable
from domain.kernel import Value
from domain.messaging.email import EMAIL, Provider
from domain.messaging.suppressions import SUPPRESSION

CheckName = Literal["dns", "tls", "auth", "from", "spf", "dmarc"]
# Each asks servers elsewhere.
CHECKS, TESTS = (Rule(10, 60),), (Rule(5, 3600),)


class Check(NamedTuple):
    name: CheckName
    ok: bool
    detail: str


class Examination(Protocol):
    """Asks the servers on the way of a mail. Always answers within seconds, and names no secret."""

    async def checks(self) -> Sequence[Check]: ...


class KnownToGraph(Protocol):
    async def token(self) -> str:
        """Raises `ProviderRefused`."""
        ...


class LastSent(Protocol):
    async def last_sent_at(self) -> datetime | None: ...


class Setup(NamedTuple):
    provider: Provider
    configured: bool
    checks: Sequence[Check]
    last_success_at: datetime | None


class SendTest(Value, frozen=True):
    """Without `to` it goes to whoever asks."""

    to: To | None = None


@dataclass(frozen=True, kw_only=True)
class MailSetup:
    senders: MailSenders
    outbox: Outbox
    limits: Limits
    commands: Commands
    examination: Examination
    sent: LastSent
    provider: Provider
    graph: KnownToGraph | None
    public_url: str

    async def look(self, context: Context) -> Setup:
        """Every check, made now."""
        permitted(context, "email.configure")
        await self._pace(context, "check", CHECKS)
        checks = await self.examination.checks() if self.senders.configured else ()
        return Setup(self.provider, self.senders.configured, checks, await self.sent.last_sent_at())

    async def test(self, command: SendTest, context: Context) -> Outcome:
        """Sign in to Graph, and queue a message that says that it works."""
        permitted(context, "email.configure")
        if self.graph is None:
            raise Refused("Microsoft Graph is not set up.", reason="graph_not_configured")
        await self._pace(context, "test", TESTS)
        try:
            await self.graph.token()
        except ProviderRefused as refusal:
            raise Unavailable(
                "Microsoft Graph refused the sign-in of Coffer.",
                reason="graph_unavailable",
                provider=refusal.code,
            ) from refusal
        return await self.commands.run(command, context)

    async def queue(self, work: Work, command: SendTest) -> QueuedMessage:
        author = await self.senders.author(work)
        recipient = await self.senders.recipient(author.account, command.to or str(author.user_id))
        if await self.senders.is_suppressed(work, author.account, recipient):
            raise Refused(SUPPRESSED, reason="suppressed")
        letter = Letter(
            template="test",
            to=recipient.address,
            locale=author.account.language,
            params={"link": self.public_url},
            subject=recipient.subject,
            class_="notice",
            account_id=author.account.account_id,
            sent_by=author.user_id,
        )
        return QueuedMessage(await self.outbox.put(work, letter))

    async def _pace(self, context: Context, what: str, rules: tuple[Rule, ...]) -> None:
        verdict = await self.limits.take(f"mail {what}:{context.actor.user_id}", rules, context.now)
        if verdict.wait:
            raise LimitReached(
                "Too many checks at once. Try again later.", reason="rate_limited", retry_after=verdict.wait
            )


def routes(setup: MailSetup) -> dict[type, Route]:
    return {SendTest: Route("email.configure", setup.queue, (EMAIL, SUPPRESSION))}
