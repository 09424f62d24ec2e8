"""What accounts ask of the world: the price list, payment, and what the read models know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol, runtime_checkable
from uuid import UUID

from application.unit_of_work import Work
from domain.accounts.accounts import Account
from domain.accounts.accounts.plans import Plan, Usage
from domain.ids import AccountId, InvitationId, SessionId, UserId, VoucherId
from domain.kernel import PiiRef

Plans = Mapping[str, Plan]


class Terms(NamedTuple):
    """How a subscription is paid: on trial until, paid until (None: for good), and by which voucher."""

    trial_ends_at: datetime | None = None
    paid_until: datetime | None = None
    voucher_id: VoucherId | None = None
    seats_bonus: int = 0


class Payment(Protocol):
    """The way money comes in."""

    async def terms(
        self, work: Work, plan: Plan, code: str | None, account_id: AccountId, account: Account | None
    ) -> Terms:
        """The terms on which this account gets this plan, what is redeemed for it being part of `work`.
        Raises `InvalidArgument` with reason `code` when a code is missing or not valid."""
        ...


class Registered(NamedTuple):
    """A person as accounts need to know them. `email_index` is the blind index of the address."""

    email_ref: PiiRef
    email_index: str
    name_ref: PiiRef
    verified: bool

    @property
    def proven(self) -> bool:
        """Whether they have an address and have proven it. A person who was deleted has none."""
        return self.verified and self.email_index != ""


@runtime_checkable
class Directory(Protocol):
    """What the read models say about people and the accounts they belong to."""

    async def people(self, user_ids: Sequence[UserId]) -> Mapping[UserId, Registered]: ...

    async def owned_accounts(self, user_id: UserId) -> int: ...

    async def waiting_invitation(self, account_id: AccountId, email_hash: str) -> InvitationId | None: ...

    async def invitation_of(self, invitation_id: UUID, email_hash: str, now: datetime) -> AccountId | None:
        """The account that sent this invitation to this address."""
        ...

    async def live_sessions(
        self, user_id: UserId, account_id: AccountId, now: datetime
    ) -> Sequence[SessionId]:
        """The sessions in which this person is in this account now."""
        ...

    async def usage(self, account_id: AccountId) -> Usage:
        """What the account uses of the limits that its own stream does not count."""
        ...
