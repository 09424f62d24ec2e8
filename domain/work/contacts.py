"""Contacts: people and organisations, in the words that are sealed with them."""

from __future__ import annotations

from typing import get_args
from uuid import UUID

from domain.ids import ContactId
from domain.kernel import Decider
from domain.sealed import Sealed
from domain.work.items import facts
from domain.work.items.kinds import BinFacts, ContentFacts
from domain.work.plain.facts import PlainCommand, PlainEvent
from domain.work.plain.kinds import PlainFacts
from domain.work.plain.rules import rules_of
from domain.work.plain.state import PlainItem, evolve


class ContactCreated(facts.Created, frozen=True, kw_only=True, tag="contact.created"):
    """A contact was created."""

    contact_id: ContactId


class ContactRevised(facts.Revised, frozen=True, tag="contact.revised"):
    """The content changed."""


class ContactAudienceChanged(facts.AudienceChanged, frozen=True, tag="contact.audience_changed"):
    """The content changed, encrypted for another audience."""


class ContactShared(facts.Shared, frozen=True, tag="contact.shared"):
    """More roles got access."""


class ContactArchived(facts.Archived, frozen=True, tag="contact.archived"):
    """Archived."""


class ContactUnarchived(facts.Unarchived, frozen=True, tag="contact.unarchived"):
    """Unarchived."""


class ContactDeleted(facts.Deleted, frozen=True, tag="contact.deleted"):
    """Moved to the bin."""


class ContactRestored(facts.Restored, frozen=True, tag="contact.restored"):
    """Restored from the bin."""


class ContactPurged(facts.Purged, frozen=True, tag="contact.purged"):
    """Deleted for good, with its wraps."""


ContactEvent = (
    ContactCreated
    | ContactRevised
    | ContactAudienceChanged
    | ContactShared
    | ContactArchived
    | ContactUnarchived
    | ContactDeleted
    | ContactRestored
    | ContactPurged
)


def _begun(id: UUID, sealed: Sealed, audience: tuple[UUID, ...]) -> ContactCreated:
    return ContactCreated(contact_id=ContactId(id), sealed=sealed, audience=audience)


_FACTS = PlainFacts(
    begun=_begun,
    content=ContentFacts(ContactRevised, ContactAudienceChanged, ContactShared),
    archived=ContactArchived,
    unarchived=ContactUnarchived,
    bin=BinFacts(ContactDeleted, ContactRestored, ContactPurged),
)

CONTACT: Decider[PlainCommand, PlainItem, PlainEvent] = Decider(
    "contact", get_args(ContactEvent), rules_of(_FACTS), evolve
)
