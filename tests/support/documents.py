"""A document of one file for everybody, and what becomes of it."""

from domain.work.documents import DOCUMENT
from domain.work.documents.facts import (
    CreateDocument,
    FirstVersion,
)
from tests.support.shapes import (
    EVERYBODY,
    attributes,
    moment,
    named,
    sealed,
)

ID = named("document")
FILE, OTHER = named("file"), named("other file")
PROFILES = tuple(sorted((named("house"), named("car"))))
WITH_FILE = attributes(state="active", versions=(FILE,))


def created(**changes) -> CreateDocument:
    """A document of one file for everybody."""
    members = {
        "id": ID,
        "sealed": sealed(ID, attrs=WITH_FILE),
        "audience": EVERYBODY,
        "add_version": FirstVersion(FILE),
    }
    return CreateDocument(**(members | changes))


def after(*commands, by=None):
    """The document that these commands lead to."""
    document = None
    for command in commands:
        document = DOCUMENT.fold(DOCUMENT.decide(command, document, by or moment()), document)
    return document


def kinds(events) -> list[type]:
    return [type(event) for event in events]
