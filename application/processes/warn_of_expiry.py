"""When a document comes near its expiry, its people are told: by the bell, and by a mail in the morning."""

from __future__ import annotations

from datetime import date
from typing import Protocol

from application.commands import Route
from application.processes.readers import readers_among
from application.unit_of_work import Work
from application.vault.key_statements import account_of
from domain.accounts.accounts import ACCOUNT
from domain.errors import NotAllowed
from domain.ids import AccountId, DocumentId, UserId
from domain.kernel import Value
from domain.messaging.digests import DIGEST, GiveDigest, digest_id
from domain.messaging.email import EMAIL, Template
from domain.oversight.expiry import EXPIRY, WarnOfExpiry, expiry_id
from domain.work.documents import DOCUMENT
from domain.work.documents.expiry import reached, stages_of
from domain.work.recurrence import day_in


class Letters(Protocol):
    """Mail to a member of an account (`application.messaging.notices`)."""

    async def send(
        self, work: Work, account_id: AccountId, user_id: UserId, template: Template, path: str, **said: str
    ) -> None: ...


class Links(Protocol):
    """Where somebody says that they do not want this mail (`application.messaging.unsubscribing`)."""

    def of_digest(self, account_id: AccountId, user_id: UserId) -> str: ...


class WarnOfDocument(Value, frozen=True):
    """A stage of this document may have begun."""

    document_id: DocumentId
    author_id: UserId | None


class MailDigest(Value, frozen=True):
    """A person was warned of so many documents and tasks, the newest of them at this position in the log."""

    user_id: UserId
    documents: int
    tasks: int
    through: int


async def warn(work: Work, command: WarnOfDocument) -> None:
    """Once for each stage of a date, however often it is asked.

    What is asked about was read from a read model; whether there is anything to say is decided here, by the
    document, its account and its warnings as they are in the log.
    """
    _only_by_system(work)
    account = await work.load(ACCOUNT, account_of(work))
    # The append depends on the document: it is not thrown away between the look and the warning.
    document = await work.guard(DOCUMENT, command.document_id)
    if account is None or document is None or document.expires_on is None:
        return
    if document.state != "active" or not account.disclosure.document_expiry:
        return
    stages = stages_of(account.expiry_stages, document.remind_days)
    stage = reached(stages, document.expires_on, account.zone, work.context.now)
    if stage is None:
        return
    warns = WarnOfExpiry(
        document_id=command.document_id,
        expires_on=document.expires_on,
        stage=stage,
        user_ids=readers_among(
            account,
            (*account.owners, *((command.author_id,) if command.author_id is not None else ())),
            document.audience,
            "document.read",
        ),
    )
    await work.decide(EXPIRY, expiry_id(command.document_id), warns)


def routes(letters: Letters, links: Links) -> dict[type, Route]:
    async def mail(work: Work, command: MailDigest) -> None:
        """At most once a day, and once for each warning."""
        _only_by_system(work)
        account_id = account_of(work)
        account = await work.load(ACCOUNT, account_id)
        if account is None or command.user_id not in account.members:
            return
        today: date = day_in(account.zone, work.context.now)
        gives = GiveDigest(
            user_id=command.user_id,
            day=today,
            documents=command.documents,
            tasks=command.tasks,
            through=command.through,
        )
        if await work.decide(DIGEST, digest_id(account_id, command.user_id), gives):
            stop = links.of_digest(account_id, command.user_id)
            said = {"documents": _said(command.documents), "tasks": _said(command.tasks), "stop": stop}
            await letters.send(work, account_id, command.user_id, "digest", _path(command), **said)

    return {
        WarnOfDocument: Route(None, warn, (EXPIRY,)),
        MailDigest: Route(None, mail, (DIGEST, EMAIL)),
    }


def _said(count: int) -> str:
    return str(count) if count else ""


def _path(command: MailDigest) -> str:
    if not command.tasks:
        return "/documents/expiring"
    return "/dashboard" if command.documents else "/tasks"


def _only_by_system(work: Work) -> None:
    if work.context.actor.type != "system":
        raise NotAllowed("Only the system does this.")
