"""Whatever is in the audit log has words in the app: no reader is shown the name of an event."""

from __future__ import annotations

import re

from infrastructure.local.places import WEB
from projections.oversight.actions import ACTIONS

WORDS = WEB / "src" / "lists" / "activity" / "words.ts"


def test_every_action_of_the_audit_log_has_words() -> None:
    worded = re.findall(r'^  "([\w.]+)": \(say\) =>', WORDS.read_text(encoding="utf-8"), re.M)
    assert len(worded) == len(set(worded))
    assert set(worded) == set(ACTIONS)
