"""What goes out of sight with the profiles it belongs to, when they are archived with their belongings.

Documents and tasks follow one rule, each with marks of its own, because a read model is rebuilt alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from domain.kernel import Recorded
from domain.work.profiles.facts import (
    ProfileArchived,
    ProfileDeleted,
    ProfilePurged,
    ProfileRestored,
    ProfileUnarchived,
)
from projections.kernel import Rows, Table

PROFILE_FACTS = (ProfileArchived, ProfileUnarchived, ProfileDeleted, ProfileRestored, ProfilePurged)


def marks_table(name: str) -> Table:
    """Profiles that ever were out of sight: `hides` with what is theirs, `gone` when binned or purged."""
    return Table(name, {"id": "uuid not null", "hides": "boolean not null", "gone": "boolean not null"})


def mark(rows: Rows, marks: Table, recorded: Recorded) -> None:
    """Take down what a fact about a profile says of its belongings."""
    known = rows.get(marks, recorded.entity_id) or {"hides": False, "gone": False}
    hides, gone = known["hides"], known["gone"]
    match recorded.event:
        case ProfileArchived(cascade=cascade):
            hides = cascade
        case ProfileUnarchived():
            hides = False
        case ProfileRestored():
            gone = False
        case _:
            gone = True
    rows.put(marks, recorded.entity_id, hides=hides, gone=gone)


def hidden_by(rows: Rows, marks: Table, profile_ids: Iterable[UUID]) -> UUID | None:
    """The first of its profiles when all that are left hide it: one in use keeps it in sight."""
    known = [(profile_id, rows.get(marks, profile_id)) for profile_id in sorted(profile_ids)]
    left = [(profile_id, found) for profile_id, found in known if found is None or not found["gone"]]
    hiding = [profile_id for profile_id, found in left if found is not None and found["hides"]]
    return hiding[0] if hiding and len(hiding) == len(left) else None
