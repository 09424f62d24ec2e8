"""One round of following: every group of followers that stand together takes in the next batch."""

from __future__ import annotations

import time
from collections.abc import Sequence

import psycopg
import structlog

from infrastructure.event_store.batch import MOST_FACTS, LogReader, Read
from infrastructure.event_store.circles import no_circles
from infrastructure.event_store.members import Listener, Member, ReadModel, content
from infrastructure.event_store.notifier import PROGRESS, TELL
from infrastructure.event_store.places import Overtaken, Places

log = structlog.get_logger("coffer.followers")

ATTEMPTS = 3
_PASSING = (psycopg.OperationalError, psycopg.InterfaceError, Overtaken)


class Round:
    """Those at the same place share one read and one transaction, so being many costs little.

    A lagging follower (a new version of a read model) has its own batches until it catches up.
    """

    def __init__(
        self,
        connection: psycopg.Connection,
        reader: LogReader,
        places: Places,
        models: Sequence[ReadModel],
        others: Sequence[Member],
        listeners: Sequence[Listener],
    ) -> None:
        self.connection = connection
        self.reader = reader
        self.places = places
        self.members: dict[str, Member] = {member.name: member for member in (*models, *others)}
        self._models = models
        self._listeners = listeners
        self._shown = self._versions_shown()
        self.more = False
        # What the foremost read in this round, by where it begins: listeners usually stand there too.
        self._read: dict[tuple[int, int], Sequence[Read]] = {}
        # Whoever led before has written what these may have known.
        for model in models:
            model.forget()

    def forget(self) -> None:
        """What read models know of their rows may not be so any more."""
        for member in self.members.values():
            if isinstance(member, ReadModel):
                member.forget()

    @no_circles()
    def once(self) -> bool:
        """Take in one batch per group and log.

        False when there was nothing new. Afterwards `more` says whether a follower is still behind.
        """
        self.more = False
        progress = False
        for number, positions in self.places.positions.items():
            members = {name: at for name, at in positions.items() if name in self.members}
            # Those in front first: a rebuild behind them must not make readers wait.
            bound: int | None = None
            for place in sorted(set(members.values()), reverse=True):
                group = [self.members[name] for name, at in members.items() if at == place]
                facts = self.reader.after(number, place, bound)
                if facts:
                    self._read.setdefault((number, place), facts)
                    self._take_in(number, group, place, facts)
                    progress = True
                    self.more |= len(facts) == MOST_FACTS or bound is not None
                bound = place
            if progress:
                self._tell_progress(number)
            self._show_new_versions(number)
            progress |= self._tell_listeners(number)
        self._read.clear()
        return progress

    def _take_in(self, number: int, group: Sequence[Member], place: int, facts: Sequence[Read]) -> None:
        try:
            self._together(number, group, place, facts)
        except _PASSING:
            raise
        except Exception as failure:
            # Those before the one that failed were rolled back with it.
            self.forget()
            if len(group) > 1:
                for member in group:
                    self._take_in(number, [member], place, facts)
                return
            log.warning("a batch failed", follower=group[0].name, error=str(failure))
            self._one_by_one(number, group[0], place, facts)

    def _together(self, number: int, group: Sequence[Member], place: int, facts: Sequence[Read]) -> None:
        end = facts[-1].position
        # What asks for no answer is sent with what follows: each way there and back is a wait of its own.
        with self.connection.pipeline(), self.connection.transaction():
            wanted = {
                member.name: [read for read in facts if self._is_for(member, number, read)]
                for member in group
            }
            asking = [member for member in group if wanted[member.name]]
            for member in asking:
                if isinstance(member, ReadModel):
                    member.ask(self.connection, wanted[member.name])
            for member in asking:
                member.take_in(self.connection, wanted[member.name])
            self.places.move(number, [member.name for member in group], place, end)
        self._moved(number, group, end)

    def _one_by_one(self, number: int, member: Member, place: int, facts: Sequence[Read]) -> None:
        """Find the facts that fail, and leave their accounts behind."""
        end = facts[-1].position
        with self.connection.transaction():
            for read in facts:
                if self._is_for(member, number, read):
                    error = self.attempt(member, read)
                    if error is not None:
                        self.places.park(member.name, number, read.account_id, read.position, error)
                        log.error(
                            "account parked",
                            follower=member.name,
                            account=str(read.account_id),
                            position=read.position,
                            error=error,
                        )
            self.places.move(number, [member.name], place, end)
        self._moved(number, [member], end)

    def _moved(self, number: int, group: Sequence[Member], end: int) -> None:
        self.places.moved(number, [member.name for member in group], end)
        for member in group:
            if isinstance(member, ReadModel):
                member.keep()

    def attempt(self, member: Member, read: Read) -> str | None:
        """Take in one fact, up to three times; the error when it does not work."""
        error = ""
        for attempt in range(ATTEMPTS):
            try:
                with self.connection.transaction():
                    member.take_in(self.connection, [read])
                return None
            except _PASSING:
                raise
            except Exception as failure:
                error = f"{type(failure).__name__}: {failure}"
                time.sleep(0.01 * 4**attempt)
        return error

    def _is_for(self, member: Member, number: int, read: Read) -> bool:
        return member.wants(read.name) and not self.places.is_parked(member.name, number, read.account_id)

    def _tell_progress(self, number: int) -> None:
        positions = self.places.positions[number]
        shown = [positions[m.name] for m in self._models if self._is_shown(m) and m.name in positions]
        if shown:
            self.connection.execute(TELL, (PROGRESS, f"{number}:{min(shown)}"))

    def _tell_listeners(self, number: int) -> bool:
        """Listeners hear of facts when every read model they may look at has them."""
        positions = self.places.positions[number]
        reached = [positions[m.name] for m in self._models if self._is_shown(m) and m.name in positions]
        # Those who have heard, by where they stood and where they stand now.
        told: dict[tuple[int, int], list[str]] = {}
        for listener in self._listeners:
            place = positions.get(listener.name)
            if place is None:
                continue
            facts = self._between(number, place, min(reached, default=None))
            if not facts:
                continue
            try:
                listener.tell([content(read) for read in facts if read.fact is not None])
            except _PASSING:
                raise
            except Exception as failure:
                log.warning("a listener failed", listener=listener.name, error=str(failure))
                continue
            self.more |= len(facts) == MOST_FACTS
            told.setdefault((place, facts[-1].position), []).append(listener.name)
        for (place, end), names in told.items():
            # Told again after a crash, which listeners are made for; not worth waiting for the disk.
            self.places.move(number, names, place, end, lasting=False)
            self.places.moved(number, names, end)
        return bool(told)

    def _between(self, number: int, place: int, until: int | None) -> Sequence[Read]:
        """The facts behind a place up to another, which is the end of the log where there is none."""
        if until is not None and until <= place:
            return ()
        read = self._read.get((number, place), ())
        if read and (until is None or read[-1].position <= until):
            return read
        return self.reader.after(number, place, until)

    def _show_new_versions(self, number: int) -> None:
        for model in self._models:
            if not self._is_shown(model) and self.places.positions[number].get(model.name, -1) >= (
                self.reader.end(number)
            ):
                name, version = model.projection.name, model.projection.version
                self.connection.execute("select es.serve(%s, %s)", (name, version))
                self._shown[name] = version
                log.info("read model shown", name=name, version=version)

    def _is_shown(self, model: ReadModel) -> bool:
        return self._shown.get(model.projection.name) == model.projection.version

    def _versions_shown(self) -> dict[str, int]:
        rows = self.connection.execute("select name, version from es.read_model").fetchall()
        return dict(rows)
