"""When a document comes near its expiry, its people are told: by the bell, and by a mail in the morning."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Protocol
from uuid import UUID

from application.commands import Route
from application.unit_of_work import Work
from application.vault.key_statements import account_of
from domain.accounts.accounts import ACCOUNT, Account
from domain.accounts.accounts.authority import permissions_of
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
    """A person was warned of so many documents, the newest of them at this position in the log."""

    user_id: UserId
    documents: int
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
        user_ids=who_hears(account, command.author_id, document.audience),
    )
    await work.decide(EXPIRY, expiry_id(command.document_id), warns)


def who_hears(account: Account, author_id: UserId | None, audience: Collection[UUID]) -> tuple[UserId, ...]:
    """Whoever wrote it down, and the owners; as far as they are here and may read it."""
    people = {*account.owners, *((author_id,) if author_id is not None else ())}
    return tuple(sorted(user_id for user_id in people if _may_read(account, user_id, audience)))


def _may_read(account: Account, user_id: UserId, audience: Collection[UUID]) -> bool:
    member = account.members.get(user_id)
    if member is None or "document.read" not in permissions_of(account, user_id):
        return False
    return not frozenset(member.reads).isdisjoint(audience)


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
            user_id=command.user_id, day=today, documents=command.documents, through=command.through
        )
        if await work.decide(DIGEST, digest_id(account_id, command.user_id), gives):
            stop = links.of_digest(account_id, command.user_id)
            said = {"count": str(command.documents), "stop": stop}
            await letters.send(work, account_id, command.user_id, "digest", "/documents/expiring", **said)

    return {
        WarnOfDocument: Route(None, warn, (EXPIRY,)),
        MailDigest: Route(None, mail, (DIGEST, EMAIL)),
    }


def _only_by_system(work: Work) -> None:
    if work.context.actor.type != "system":
        raise NotAllowed("Only the system does this.")
