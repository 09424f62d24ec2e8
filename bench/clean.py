"""Whether anything went wrong in a run that counts what did."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Counted:
    """Every field is a number of faults and has to be 0, but for `mails_again`: SMTP cannot be asked whether
    it took what a worker that was killed had no time to note."""

    @property
    def clean(self) -> bool:
        return not any(count for name, count in asdict(self).items() if name != "mails_again")
