"""Ports of mail: the carrier, and the storage of message bodies."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol
from uuid import UUID


class RenderedMail(NamedTuple):
    """A message as the provider gets it.

    `sender_name` is the person who wrote it, `unsubscribe` the link by which its recipient wants no more.
    """

    message_id: UUID
    to: str
    subject: str
    text: str
    html: str
    sender_name: str | None = None
    reply_to: str | None = None
    unsubscribe: str | None = None


class ProviderRefused(Exception):
    """The provider did not take the message. A `transient` refusal may be another answer later.

    `wait` is how long the provider itself asks to be left alone. `no_such_address` says that the provider
    knows the recipient's address to be none, which is about the address and not about the message.
    """

    def __init__(
        self,
        code: str,
        *,
        transient: bool,
        wait: timedelta | None = None,
        no_such_address: bool = False,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.transient = transient
        self.wait = wait
        self.no_such_address = no_such_address


class ProviderAway(ProviderRefused):
    """Nobody was there to take the message, so it was certainly not taken."""

    def __init__(self, code: str) -> None:
        super().__init__(code, transient=True)


class Carrier(Protocol):
    async def carry(self, mail: RenderedMail) -> str:
        """Hand the message over; the provider's name for it. Raises `ProviderRefused`."""
        ...


class Sealing(Protocol):
    """Seals short texts under a key of the installation; `label` binds each to its place."""

    def seal(self, label: str, plain: bytes) -> bytes: ...

    def open(self, label: str, sealed: bytes) -> bytes: ...


class Bodies(Protocol):
    """What messages say, sealed, for seven days."""

    async def read(self, message_id: UUID) -> bytes | None: ...

    async def read_batch(self, batch_id: UUID) -> bytes | None: ...


class Rendered(NamedTuple):
    subject: str
    text: str
    html: str


class Written(Protocol):
    """What is to be said to whom, in which language; by a member, or else by Coffer itself."""

    @property
    def to(self) -> str: ...
    @property
    def template(self) -> str: ...
    @property
    def locale(self) -> str: ...
    @property
    def params(self) -> Mapping[str, str]: ...
    @property
    def sender(self) -> MailSender | None: ...


class MailSender(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def account(self) -> str: ...
    @property
    def reply_to(self) -> str: ...
    @property
    def unsubscribe(self) -> str: ...
    @property
    def also(self) -> str: ...


class Templates(Protocol):
    def render(self, written: Written) -> Rendered:
        """Raises `ValueError` when a value could forge a header."""
        ...


class Lanes(Protocol):
    """The pace of what members write, by account and over all processes."""

    async def turn_of(self, account_id: UUID, message_id: UUID, now: datetime) -> datetime:
        """When it is this message's turn: the same each time it is asked, until that is long past."""
        ...
