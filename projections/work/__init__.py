"""Read models of documents, files, contacts and vendors, and of the bin that all but files go through."""

from projections.kernel import Projection
from projections.work.bin import BIN
from projections.work.contact_revisions import CONTACT_REVISIONS
from projections.work.documents import DOCUMENTS_READ
from projections.work.files import FILES_READ
from projections.work.plain_items import CONTACTS_READ, VENDORS_READ

PROJECTIONS: tuple[Projection, ...] = (
    DOCUMENTS_READ,
    FILES_READ,
    CONTACTS_READ,
    CONTACT_REVISIONS,
    VENDORS_READ,
    BIN,
)
