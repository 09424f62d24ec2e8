"""The mail of members, put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from api.composition.foundation import Foundation, Slice
from api.composition.identity import Door
from api.composition.messaging import outbox_of
from api.http.messaging import HANDLERS
from application.messaging import unsubscribing
from application.messaging.unsubscribing import UnsubscribeLinks
from application.processes import mail_setup, send_batch, send_mail
from application.processes.mail_senders import MailSenders
from application.processes.mail_setup import MailSetup
from application.processes.send_batch import BatchMail
from application.processes.send_mail import MemberMail
from domain.ids import AccountId
from infrastructure.accounts.directory import ReadDirectory
from infrastructure.mail.carriers import is_configured
from infrastructure.mail.providers import examined
from infrastructure.sealing import KeySealing
from projections.kernel import Reader
from projections.messaging.emails import last_sent_at
from projections.messaging.suppressions import suppressed_among


class MailReads:
    """What is read of mail by those who send it."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def among(self, account_id: AccountId, indexes: Sequence[str]) -> set[str]:
        return await suppressed_among(self._reader, account_id, indexes)

    async def last_sent_at(self) -> datetime | None:
        return await last_sent_at(self._reader)


def slice_of(base: Foundation, door: Door) -> Slice:
    settings = base.settings
    outbox, reads, provider = outbox_of(base), MailReads(base.reader), examined(settings)
    links = UnsubscribeLinks(base.blind, settings.public_url)
    senders = MailSenders(
        directory=ReadDirectory(base.reader),
        personal=base.personal,
        blind=base.blind,
        outbox=outbox,
        links=links,
        configured=is_configured(settings),
    )
    setup = MailSetup(
        senders=senders,
        outbox=outbox,
        limits=door.limits,
        commands=base.commands,
        examination=provider.examination,
        sent=reads,
        provider=settings.mail_provider,
        graph=provider.graph,
        public_url=settings.public_url,
    )
    batches = BatchMail(senders, reads, KeySealing(settings.kek), door.tokens.new_id)
    given: dict[str, Any] = {"mail_setup": setup, "unsubscribe_links": links}
    return Slice(
        routes={
            **send_mail.routes(MemberMail(senders)),
            **send_batch.routes(batches),
            **mail_setup.routes(setup),
            **unsubscribing.routes(links),
        },
        handlers=HANDLERS,
        dependencies={name: _given(value) for name, value in given.items()},
        parts=() if provider.graph is None else (_Closing(provider.graph.close),),
    )


class _Closing:
    """Opened when it is first asked."""

    def __init__(self, close: Callable[[], Any]) -> None:
        self._close = close

    async def open(self) -> None:
        """Nothing is connected before it is asked."""

    async def close(self) -> None:
        await self._close()


def _given(value: Any) -> Callable[[], Any]:
    return lambda: value
