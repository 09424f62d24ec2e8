"""The key state at a place of the tree: what the validity of a statement there is decided in."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from copy import deepcopy
from uuid import UUID

from client.crypto.authority import Authority
from client.crypto.key_log import Entry, KeyLog
from client.crypto.leaves import Leaves

_KEY_LOG = b""


class KeyStates:
    """Replays the key log up to a place, and keeps the states that were asked for."""

    def __init__(self, account: UUID, entries: Sequence[Entry], leaves: Leaves) -> None:
        self._entries = entries
        self._leaves = leaves
        self._replayed = KeyLog(account)
        self._states: dict[int, Authority] = {}

    def at(self, place: int) -> Authority:
        """After all key statements before this place."""
        count = bisect_left(self._leaves.of(_KEY_LOG), place, key=lambda placed: placed.place)
        if count not in self._states:
            if count < self._replayed.next_seq:
                self._replayed = KeyLog(self._replayed.account)
            for entry in self._entries[self._replayed.next_seq : count]:
                self._replayed.append(entry)
            self._states[count] = deepcopy(self._replayed.known)
        return self._states[count]
