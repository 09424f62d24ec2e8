"""Read models of documents and files."""

from projections.kernel import Projection
from projections.work.document_bin import DOCUMENT_BIN
from projections.work.documents import DOCUMENTS_READ
from projections.work.files import FILES_READ

PROJECTIONS: tuple[Projection, ...] = (DOCUMENTS_READ, FILES_READ, DOCUMENT_BIN)
