"""Ports of mail: the carrier, and the storage of message bodies."""

from __future__ import annotations

from typing import NamedTuple, Protocol
from uuid import UUID


class RenderedMail(NamedTuple):
    """A message as the provider gets it."""

    message_id: UUID
    to: str
    subject: str
    text: str
    html: str


class ProviderRefused(Exception):
    """The provider did not take the message. A `transient` refusal may be another answer later."""

    def __init__(self, code: str, *, transient: bool) -> None:
        super().__init__(code)
        self.code = code
        self.transient = transient


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


class Templates(Protocol):
    def render(self, template: str, locale: str, params: dict[str, str]) -> tuple[str, str, str]:
        """Subject, text and HTML. Raises `ValueError` when a parameter could forge a header."""
        ...
