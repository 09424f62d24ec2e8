"""What can be asked of an account by its people and by the clock, and of its invitations and vouchers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from domain.accounts.accounts import Account
from domain.accounts.accounts import commands as c
from domain.accounts.accounts.plans import Usage
from domain.accounts.accounts.settings import Disclosure, SecurityPolicy
from domain.accounts.invitations import (
    AcceptInvitation,
    CancelInvitation,
    ExpireInvitation,
    Invitation,
    ResendInvitation,
    SendInvitation,
)
from domain.accounts.vouchers import IssueVoucher, RedeemVoucher, RevokeVoucher, Voucher, VoucherTerms
from domain.ids import AccountId, RoleId, UserId
from domain.kernel import Actor, Moment, PiiRef
from tests.support.accounts import (
    ADMIN,
    CLARA,
    FINANCE,
    HAWTHORNE,
    HOUSE,
    INES,
    JONAS,
    KARL,
    MEMBER,
    OWNER,
    acting,
    invitation_of,
    limits,
)
from tests.support.decisions import NOON, THE_CLOCK
from tests.support.lives.steps import Ask
from tests.support.shapes import named

PEOPLE = (CLARA, KARL, JONAS, INES)
LATER = NOON + timedelta(days=365)
READING = {"task": ("read",), "document": ("read",)}


def account(kept: Account | None, word: str) -> Iterator[Ask]:
    if kept is None:
        yield Ask(c.OpenAccount(HAWTHORNE, "Hawthorne", CLARA), Moment(acting(CLARA), NOON))
        return
    owner = kept.owners[0] if kept.owners else CLARA
    yield from (Ask(command, Moment(acting(owner), NOON)) for command in _settings(kept, word))
    yield from (Ask(command, Moment(acting(owner), NOON)) for command in _people_and_roles(kept))
    yield from _joining(kept)
    yield from _money_and_end(kept, owner)


def _settings(kept: Account, word: str) -> Iterator[c.AccountCommand]:
    yield c.RenameAccount(f"Hawthorne {word}")
    yield c.ChangeDateFormat("yyyymmdd", "ddmmyyyy", "-" if kept.dates.date_separator != "-" else "/")
    yield c.ChangeLanguage("de" if kept.language != "de" else "en")
    yield c.ChangeZone("Europe/Berlin" if kept.zone != "Europe/Berlin" else "UTC")
    yield c.ChangeDisclosure(Disclosure(task_dates=not kept.disclosure.task_dates))
    yield c.ChangeExpiryPolicy((60, 7) if kept.expiry_stages != (60, 7) else (30,))
    yield c.ChangeSecurityPolicy(SecurityPolicy(two_step=not kept.security.two_step))
    yield c.OrderProfileTypes(tuple(reversed(kept.profile_type_ids)))


def _people_and_roles(kept: Account) -> Iterator[c.AccountCommand]:
    roles = [role for role in (OWNER, ADMIN, MEMBER, FINANCE, HOUSE) if role in kept.roles]
    for user in PEOPLE:
        for role in roles:
            yield c.ReserveSeat(invitation_of(user), role)
            yield c.ChangeMemberRole(user, role)
            yield c.ChangeMemberReading(user, (role,))
        yield c.ReleaseSeat(invitation_of(user))
        yield c.RemoveMember(user, "removed")
    for role, name in ((FINANCE, "Finance"), (HOUSE, "House")):
        yield c.DefineRole(role, name, READING)
        yield c.ChangeRole(role, name=f"{name} team")
        yield c.ChangeRole(role, permissions={"task": ("read", "create")})
        for place in (None, MEMBER, FINANCE):
            yield c.RetireRole(role, place)


def _joining(kept: Account) -> Iterator[Ask]:
    for user in PEOPLE:
        for inviter in kept.members:
            command = c.AdmitMember(user, invitation_of(user), inviter)
            yield Ask(command, Moment(acting(user), NOON))
        yield Ask(c.RemoveMember(user, "left"), Moment(acting(user), NOON))
        yield Ask(c.RemoveMember(user, "erased"), Moment(THE_CLOCK, NOON))


def _money_and_end(kept: Account, owner: UserId) -> Iterator[Ask]:
    settles: list[c.AccountCommand] = [
        c.StartSubscription("family", limits(), LATER),
        c.StartSubscription("family", limits()),
        c.ChangePlan("office", limits(seats=9), Usage(storage_bytes=0, profiles=0)),
        c.ChangePlan("small", limits(seats=2, features=()), Usage(storage_bytes=0, profiles=0)),
        c.CloseAccount(kept.display_name),
        c.ReopenAccount(),
    ]
    yield from (Ask(command, Moment(acting(owner), NOON)) for command in settles)
    told: list[c.AccountCommand] = [
        c.MarkPaymentOverdue(),
        c.SuspendAccount("operator"),
        c.SuspendAccount("unpaid"),
        c.ReactivateAccount(LATER),
        c.EraseAccount("proof"),
    ]
    moments: set[datetime] = {NOON, kept.read_only_from or NOON, kept.due_at or NOON}
    yield from (Ask(command, Moment(THE_CLOCK, now)) for now in sorted(moments) for command in told)


def invitation(kept: Invitation | None, word: str) -> Iterator[Ask]:
    clara = Moment(acting(CLARA), NOON)
    if kept is None:
        sends = SendInvitation(
            invitation_id=invitation_of(KARL),
            account_id=HAWTHORNE,
            email_ref=PiiRef("p1.mail"),
            email_hash="karl",
            role_id=RoleId(MEMBER),
            token_hash="token",
            expires_at=NOON + timedelta(days=7),
        )
        yield Ask(sends, clara)
        return
    for now in (NOON, kept.expires_at - timedelta(seconds=1), kept.expires_at):
        asked: list[Any] = [
            ResendInvitation(f"token {word}"),
            AcceptInvitation(KARL, kept.email_hash),
            CancelInvitation("inviter"),
            ExpireInvitation(),
        ]
        yield from (Ask(command, clara._replace(now=now)) for command in asked)


def voucher(kept: Voucher | None, word: str) -> Iterator[Ask]:
    operator = Moment(Actor("system"), NOON)
    if kept is None:
        for terms in (
            VoucherTerms(kind="activation", months=12, max_redemptions=2),
            VoucherTerms(kind="percent", percent_off=50),
            VoucherTerms(kind="extend", months=1),
        ):
            yield Ask(IssueVoucher("hash", terms), operator)
        return
    account_id = AccountId(named(f"account {word}"))
    yield Ask(RedeemVoucher(account_id, CLARA, "family"), Moment(acting(CLARA), NOON))
    yield Ask(RevokeVoucher(), operator)
