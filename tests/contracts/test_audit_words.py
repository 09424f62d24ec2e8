"""Whatever is in the audit log has words in the app: no reader is shown the name of an event.

Those of items stand in the folders of their kinds (`features/<kind>/items.ts`), all others in one table.
"""

from __future__ import annotations

import re

from infrastructure.local.places import WEB
from projections.oversight.actions import ACTIONS

WORDS = WEB / "src" / "lists" / "activity" / "words.ts"
KINDS = WEB / "src" / "features"


def _of_kinds() -> list[str]:
    found: list[str] = []
    for file in sorted(KINDS.glob("*/items.ts")):
        text = file.read_text(encoding="utf-8")
        kind = re.search(r'^  kind: "([\w-]+)"', text, re.M)
        acts = re.search(r"^  acts: \{\n(.*?)^  \},", text, re.M | re.S)
        assert kind is not None, file
        assert acts is not None, file
        found += [f"{kind[1]}.{act}" for act in re.findall(r"^    (\w+): \(say\) =>", acts[1], re.M)]
    return found


def test_every_action_of_the_audit_log_has_words() -> None:
    of_kinds = _of_kinds()
    assert len(of_kinds) > 40
    worded = re.findall(r'^  "([\w.]+)": \(say\) =>', WORDS.read_text(encoding="utf-8"), re.M) + of_kinds
    assert len(worded) == len(set(worded))
    assert set(worded) == set(ACTIONS)
