"""The link by which somebody wants no more mail of an account: it works for whoever holds it, for ever."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from application.commands import Route
from application.ports import BlindIndex
from application.unit_of_work import Work
from domain.errors import NotFound
from domain.ids import AccountId, UserId
from domain.kernel import Value
from domain.messaging.digests import DIGEST, ChooseDigest, digest_id
from domain.messaging.suppressions import SUPPRESSION, SuppressAddress, suppression_id

PATH = "/unsubscribe"
_PURPOSE = "unsubscribe"
_OF_DIGEST = "unsubscribe digest"


class Meant(NamedTuple):
    """Whose mail is not wanted, and at which address, by its blind index."""

    account_id: AccountId
    email_index: str


class MeantDigest(NamedTuple):
    """Who does not want the mail of the morning, of which account."""

    account_id: AccountId
    user_id: UserId


@dataclass(frozen=True)
class UnsubscribeLinks:
    """The token says itself what it means, and its signature that we wrote it: nothing is kept of it."""

    blind: BlindIndex
    public_url: str

    def link(self, account_id: AccountId, email_index: str) -> str:
        return self._link(_PURPOSE, f"{account_id.hex}.{email_index}")

    def of_digest(self, account_id: AccountId, user_id: UserId) -> str:
        return self._link(_OF_DIGEST, f"{account_id.hex}.{user_id.hex}")

    def meant(self, token: str) -> Meant | MeantDigest | None:
        """None for a token that we have not written."""
        meant, _, signature = token.rpartition(".")
        account, _, whose = meant.partition(".")
        if not token.isascii():
            return None
        if hmac.compare_digest(signature, self.blind.token(_PURPOSE, meant)):
            return Meant(AccountId(UUID(account)), whose)
        if hmac.compare_digest(signature, self.blind.token(_OF_DIGEST, meant)):
            return MeantDigest(AccountId(UUID(account)), UserId(UUID(whose)))
        return None

    def _link(self, purpose: str, meant: str) -> str:
        return f"{self.public_url}{PATH}/{meant}.{self.blind.token(purpose, meant)}"


class Unsubscribe(Value, frozen=True):
    token: str


def routes(links: UnsubscribeLinks) -> dict[type, Route]:
    async def carry_out(work: Work, command: Unsubscribe) -> None:
        meant = links.meant(command.token)
        if meant is None:
            raise NotFound("This link is not valid.")
        if isinstance(meant, MeantDigest):
            declines = ChooseDigest(meant.user_id, wanted=False)
            place = digest_id(meant.account_id, meant.user_id)
            await work.decide(DIGEST, place, declines, account_id=meant.account_id)
            return
        suppress = SuppressAddress(
            email_index=meant.email_index, reason="unsubscribed", account_id=meant.account_id
        )
        await work.decide(SUPPRESSION, suppression_id(meant.account_id, meant.email_index), suppress)

    return {Unsubscribe: Route(None, carry_out, (SUPPRESSION, DIGEST))}
