"""A document: sealed content, the files that are its versions, where it belongs and when it expires."""

from typing import get_args

from domain.kernel import Decider
from domain.work.documents.facts import DocumentCommand, DocumentEvent
from domain.work.documents.rules import decide
from domain.work.documents.state import Document, evolve

DOCUMENT: Decider[DocumentCommand, Document, DocumentEvent] = Decider(
    "document", get_args(DocumentEvent), decide, evolve
)
