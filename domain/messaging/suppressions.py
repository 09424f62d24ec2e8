"""Addresses that get no mail: nowhere any more, or not from one account."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal, assert_never
from uuid import UUID, uuid5

from msgspec.structs import replace

from domain.ids import GLOBAL, AccountId, MessageId
from domain.kernel import Decider, Event, Moment, Value

Reason = Literal["bounced", "complained", "unsubscribed"]

# What somebody needs to sign in is tried all the same, as often as this.
TRIED_EVERY = timedelta(days=1)


def suppression_id(account_id: AccountId | None, email_index: str) -> UUID:
    """The list of one address: that of the whole installation, or what it wants of one account."""
    return uuid5(account_id or GLOBAL, f"suppression:{email_index}")


class SuppressAddress(Value, frozen=True, kw_only=True):
    """`at_hand_over`: the provider said so itself, and will say otherwise when it is otherwise."""

    email_index: str
    reason: Reason
    account_id: AccountId | None = None
    at_hand_over: bool = False


class TryAddress(Value, frozen=True):
    """This message, which somebody needs to sign in, is about to be sent there all the same."""

    message_id: MessageId


class ReleaseAddress(Value, frozen=True):
    """It gets mail again."""


class AddressSuppressed(Event, frozen=True, tag="suppression.added", kw_only=True):
    email_index: str
    reason: Reason
    account_id: AccountId | None = None
    at_hand_over: bool = False


class SuppressedAddressTried(Event, frozen=True, tag="suppression.tried"):
    message_id: MessageId
    tried_at: datetime


class AddressReleased(Event, frozen=True, tag="suppression.released"):
    pass


SuppressionCommand = SuppressAddress | TryAddress | ReleaseAddress
SuppressionEvent = AddressSuppressed | SuppressedAddressTried | AddressReleased


class Suppression(Value, frozen=True):
    """Why an address gets none; `reason` is None once it gets some again."""

    reason: Reason | None
    at_hand_over: bool = False
    tried_at: datetime | None = None
    tried_with: MessageId | None = None

    def may_be_tried(self, message_id: UUID, now: datetime) -> bool:
        """Whether there was no other message today; the same one may be tried until it has left."""
        return self.tried_at is None or message_id == self.tried_with or now >= self.tried_at + TRIED_EVERY


def decide(
    command: SuppressionCommand, suppression: Suppression | None, moment: Moment
) -> list[SuppressionEvent]:
    reason = None if suppression is None else suppression.reason
    match command:
        case SuppressAddress():
            if reason is not None:
                return []
            return [
                AddressSuppressed(
                    email_index=command.email_index,
                    reason=command.reason,
                    account_id=command.account_id,
                    at_hand_over=command.at_hand_over,
                )
            ]
        case TryAddress(message_id=message_id):
            tried = suppression is not None and suppression.tried_with == message_id
            return [] if reason is None or tried else [SuppressedAddressTried(message_id, moment.now)]
        case ReleaseAddress():
            return [] if reason is None else [AddressReleased()]
        case _:
            assert_never(command)


def evolve(suppression: Suppression | None, event: SuppressionEvent) -> Suppression | None:
    match event:
        case AddressSuppressed(reason=reason, at_hand_over=at_hand_over):
            return Suppression(reason, at_hand_over)
        case SuppressedAddressTried(message_id=message_id, tried_at=tried_at):
            if suppression is None:
                return None
            return replace(suppression, tried_at=tried_at, tried_with=message_id)
        case AddressReleased():
            return Suppression(None)
        case _:
            assert_never(event)


SUPPRESSION: Decider[SuppressionCommand, Suppression, SuppressionEvent] = Decider(
    "suppression",
    (AddressSuppressed, SuppressedAddressTried, AddressReleased),
    decide,
    evolve,
    scope="global",
)
