"""What a device does by itself with a newcomer, decided by signed facts and by nothing that a server says."""

from __future__ import annotations

import hmac
from typing import Literal, NamedTuple
from uuid import UUID

from client.crypto.authority import MANAGE_MEMBERS, Authority, Invite
from client.crypto.devices import Card
from client.crypto.hashes import person_commitment
from client.crypto.pairing import Invited, pairing_fits


class Newcomer(NamedTuple):
    """A device that waits: the card of its `device.add` in the own replay, and what came with it.

    E-mail, name and salt are what the server shows for this person; they count when they fit the card.
    """

    card: Card
    mac: bytes | None
    email: str
    name: str
    salt: bytes


class Admission(NamedTuple):
    """A vouch by `pairing` and one role: that of the invitation, and no capability."""

    role: UUID


Decision = Admission | Literal["ask", "nothing"]


def let_in(
    known: Authority, by: UUID, invite_id: UUID, invited: Invited, newcomer: Newcomer, at: int
) -> Decision:
    """What the devices of `by` do about this newcomer; `ask` is a question to a person.

    `invited` is what the box of the invitation holds, whose hash stands in the `invite.create`.
    """
    invite = known.invites.get(invite_id)
    if invite is None or not _could(known, by, invite):
        return "nothing"
    role = known.roles[invite.role]
    proven = (
        known.policy.let_in_by_itself
        and known.is_open(invite, at, by)
        and role.capabilities == 0
        and newcomer.mac is not None
        and pairing_fits(newcomer.mac, invited.secret, known.account, invite_id, newcomer.card)
        and is_person(newcomer.card, newcomer.salt, newcomer.email, newcomer.name)
        and is_person(newcomer.card, newcomer.salt, invited.email, newcomer.name)
    )
    return Admission(invite.role) if proven else "ask"


def is_person(card: Card, salt: bytes, email: str, name: str) -> bool:
    """Whether these texts are what the owner of the card calls himself."""
    said = person_commitment(card.public.account, card.public.user, salt, email, name)
    return hmac.compare_digest(said, card.person)


def _could(known: Authority, by: UUID, invite: Invite) -> bool:
    """Whether this person may approve a newcomer by this invitation."""
    holds_both = known.holds(by, invite.role) and known.holds(by, invite.custodian)
    return holds_both and known.may(by, MANAGE_MEMBERS)
