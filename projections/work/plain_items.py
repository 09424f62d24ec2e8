"""Contacts and vendors as lists show them."""

from __future__ import annotations

from domain.work.contacts import CONTACT
from domain.work.plain.item import ShownItem, shown
from domain.work.plain.state import evolve
from domain.work.vendors import VENDOR
from projections.kernel import Projection, named_as_the_entity
from projections.work.item_lists import CONDITIONS, SORTS, ItemList
from projections.work.item_tables import filled, item_table

CONTACTS, VENDORS = item_table("contacts"), item_table("vendors")
CONTACTS_READ = Projection(
    "contacts",
    5,
    (CONTACTS,),
    filled(CONTACTS, ShownItem, evolve, shown),
    CONTACT.events,
    needs=named_as_the_entity(CONTACTS),
)
VENDORS_READ = Projection(
    "vendors",
    5,
    (VENDORS,),
    filled(VENDORS, ShownItem, evolve, shown),
    VENDOR.events,
    needs=named_as_the_entity(VENDORS),
)
CONTACT_LIST = ItemList("contacts", CONDITIONS, SORTS)
VENDOR_LIST = ItemList("vendors", CONDITIONS, SORTS)
