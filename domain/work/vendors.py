"""Vendors: who does work for the family, with contracts and numbers sealed."""

from __future__ import annotations

from typing import get_args
from uuid import UUID

from domain.ids import VendorId
from domain.kernel import Decider
from domain.sealed import Sealed
from domain.work.items import facts
from domain.work.items.kinds import BinFacts, ContentFacts
from domain.work.plain.facts import PlainCommand, PlainEvent
from domain.work.plain.kinds import PlainFacts
from domain.work.plain.rules import rules_of
from domain.work.plain.state import PlainItem, evolve


class VendorCreated(facts.Created, frozen=True, kw_only=True, tag="vendor.created"):
    """A vendor was created."""

    vendor_id: VendorId


class VendorRevised(facts.Revised, frozen=True, tag="vendor.revised"):
    """The content changed."""


class VendorAudienceChanged(facts.AudienceChanged, frozen=True, tag="vendor.audience_changed"):
    """The content changed, encrypted for another audience."""


class VendorShared(facts.Shared, frozen=True, tag="vendor.shared"):
    """More roles got access."""


class VendorArchived(facts.Archived, frozen=True, tag="vendor.archived"):
    """Archived."""


class VendorUnarchived(facts.Unarchived, frozen=True, tag="vendor.unarchived"):
    """Unarchived."""


class VendorDeleted(facts.Deleted, frozen=True, tag="vendor.deleted"):
    """Moved to the bin."""


class VendorRestored(facts.Restored, frozen=True, tag="vendor.restored"):
    """Restored from the bin."""


class VendorPurged(facts.Purged, frozen=True, tag="vendor.purged"):
    """Deleted for good, with its wraps."""


VendorEvent = (
    VendorCreated
    | VendorRevised
    | VendorAudienceChanged
    | VendorShared
    | VendorArchived
    | VendorUnarchived
    | VendorDeleted
    | VendorRestored
    | VendorPurged
)


def _begun(id: UUID, sealed: Sealed, audience: tuple[UUID, ...]) -> VendorCreated:
    return VendorCreated(vendor_id=VendorId(id), sealed=sealed, audience=audience)


_FACTS = PlainFacts(
    begun=_begun,
    content=ContentFacts(VendorRevised, VendorAudienceChanged, VendorShared),
    archived=VendorArchived,
    unarchived=VendorUnarchived,
    bin=BinFacts(VendorDeleted, VendorRestored, VendorPurged),
)

VENDOR: Decider[PlainCommand, PlainItem, PlainEvent] = Decider(
    "vendor", get_args(VendorEvent), rules_of(_FACTS), evolve
)
