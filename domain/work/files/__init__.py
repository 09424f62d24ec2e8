"""A file: opened as an upload, stored as sealed frames, shared by wraps, kept while a document links it."""

from domain.kernel import Decider
from domain.work.files.facts import (
    FileCommand,
    FileEvent,
    FileLinked,
    FilePurged,
    FileUnlinked,
    FileWrapsChanged,
    UploadAbandoned,
    UploadFinalised,
    UploadOpened,
)
from domain.work.files.rules import decide
from domain.work.files.state import File, evolve

FILE: Decider[FileCommand, File, FileEvent] = Decider(
    "file",
    (UploadOpened, UploadFinalised, UploadAbandoned, FileWrapsChanged, FileLinked, FileUnlinked, FilePurged),
    decide,
    evolve,
)
