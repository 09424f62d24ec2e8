"""Reading the chain of an object: all its statements from the first one on, each proven by its leaf.

Whoever could not read an object can not continue it: the audience before a statement is known from the
statement before it, and that one counts only by the one before that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, NamedTuple
from uuid import UUID

from client.crypto.audiences import Audience
from client.crypto.authority import Authority
from client.crypto.content_rules import (
    BODIES,
    OF_OBJECTS,
    WITH_ATTRIBUTES,
    WITH_AUDIENCE,
    is_by_its_author,
    may_be_read_by_its_audience,
    may_follow,
    names_wraps,
    wraps_are_current,
    wraps_are_for_its_audience,
)
from client.crypto.errors import CryptoError, DataLoss, FailedPrecondition, InvalidArgument
from client.crypto.hashes import WrapName, attrs_hash
from client.crypto.leaves import Leaves, Placed
from client.crypto.signing import leaf_of, object_tag
from client.crypto.statements import NO_HASH, SignedStatement, Statement, parse

Word = Literal["rolled back", "foreign", "withheld", "altered"]


class ContentAlarm(DataLoss):
    """What was served is not the object. `word` is what its place shows instead of the contents."""

    def __init__(self, word: Word) -> None:
        super().__init__(word)
        self.word: Word = word


class NotProven(FailedPrecondition):
    """No head has the newest statements yet: the object is being checked, and nothing is signed from it."""


class ObjectId(NamedTuple):
    """What was asked for."""

    kind: str
    id: UUID


class Link(NamedTuple):
    """A statement of the chain as it is served."""

    statement: bytes
    signature: bytes


class Known(NamedTuple):
    """Where this device goes on: the newest statement that it has proven, and what was in force by it."""

    seq: int
    hash: bytes
    audience: Audience
    attrs_hash: bytes | None = None
    unwrapped: Audience = ()
    """Roles of the audience that no wrap was made for."""
    deleted: bool = False


@dataclass(frozen=True)
class Served:
    """The answer: links, and the contents that belong to the newest of them.

    `wraps` are those of a link by its place; what a rewrite replaced is not served any more.
    """

    links: Sequence[Link]
    wraps: Mapping[int, Sequence[WrapName]] = field(default_factory=dict[int, Sequence[WrapName]])
    attrs: Mapping[str, bytes] | None = None
    attrs_salt: bytes = b""


class Proven(NamedTuple):
    """What a whole chain establishes.

    `owed` are the roles of the audience that a device may pay by itself; `behind` says that a wrap was made
    under a key that a removal had ended by then: the server kept the removal from its author.
    """

    newest: Known
    body: Statement | None
    """The `record.put` or `file.put` in force; None when it was proven before."""
    owed: Audience = ()
    behind: bool = False

    @property
    def audience(self) -> Audience:
        return self.newest.audience


def read_chain(
    now: Authority,
    state_at: Callable[[int], Authority],
    asked: ObjectId,
    served: Served,
    leaves: Leaves,
    *,
    floor: int = 0,
    known: Known | None = None,
) -> Proven:
    """Check an answer against the whole tree. Every alarm has one of four words.

    `leaves` is the tree in its order, without those whose statement was shown to be invalid; `state_at` gives
    the key state at a place in it. `floor` is the newest number of this object that the device has seen.
    """
    own = leaves.of(object_tag(now.account, asked.kind, asked.id.bytes))
    newest_leaf = max((leaf.seq for _, leaf in own), default=0)
    if not served.links:
        if known is None:
            raise ContentAlarm("withheld")
        if newest_leaf > known.seq or floor > known.seq:
            raise ContentAlarm("rolled back")
        return Proven(known, None, _owed(now, None, known))
    chain = [_read(link) for link in served.links]
    _check_asked(now, asked, chain)
    _check_signatures(now, chain)
    _check_order(chain, known)
    places = _places(chain, own, newest_leaf)
    states = [state_at(place) for place in places]
    audience = _check_audiences(chain, states, known)
    newest = chain[-1].statement
    if newest.seq < max(floor, newest_leaf):
        raise ContentAlarm("rolled back")
    attrs = _check_attributes(chain, served, known)
    deleted = newest.type == "record.delete"
    # What is deleted may be purged: its wraps are gone, and nobody is owed one.
    unwrapped, behind = ((), False) if deleted else _check_wraps(chain, states, served, known)
    at_last = Known(newest.seq, newest.hash, audience, attrs, unwrapped, deleted)
    named = [place for place, (statement, _) in enumerate(chain) if statement.type in WITH_AUDIENCE]
    then = states[named[-1]] if named else None
    return Proven(at_last, _newest(chain, BODIES), _owed(now, then, at_last), behind)


def _read(link: Link) -> SignedStatement:
    try:
        return SignedStatement(parse(link.statement), (link.signature,))
    except (DataLoss, InvalidArgument):
        raise ContentAlarm("altered") from None


def _check_asked(now: Authority, asked: ObjectId, chain: Sequence[SignedStatement]) -> None:
    """All of it is about what was asked for, in this account, by devices that the log has."""
    for statement, _ in chain:
        if statement.account != now.account or statement.type not in OF_OBJECTS:
            raise ContentAlarm("foreign")
        if (statement.text("kind"), statement.uuid("id")) != asked:
            raise ContentAlarm("foreign")
        device = now.devices.get(statement.author_device)
        if device is None or device.public.user != statement.author_user:
            raise ContentAlarm("foreign")


def _check_signatures(now: Authority, chain: Sequence[SignedStatement]) -> None:
    if not all(is_by_its_author(now, signed) for signed in chain):
        raise ContentAlarm("altered")


def _check_order(chain: Sequence[SignedStatement], known: Known | None) -> None:
    """From the first statement on, or from the one that was proven before, without a gap."""
    seq, previous = (known.seq, known.hash) if known else (0, NO_HASH)
    for statement, _ in chain:
        if statement.seq > seq + 1:
            raise ContentAlarm("withheld")
        if statement.seq != seq + 1 or statement.prev_hash != previous:
            raise ContentAlarm("altered")
        seq, previous = statement.seq, statement.hash


def _places(chain: Sequence[SignedStatement], own: Sequence[Placed], newest_leaf: int) -> list[int]:
    """Where each link stands in the tree. Of two leaves with one number the first counts.

    A link above all leaves is newer than the head, and no alarm; later than a later one none can come.
    """
    first: dict[int, Placed] = {}
    for placed in own:
        first.setdefault(placed.leaf.seq, placed)
    places: list[int] = []
    for signed in chain:
        found = first.get(signed.statement.seq)
        if signed.statement.seq > newest_leaf:
            raise NotProven("no head has this statement yet")
        if found is None or found.leaf != leaf_of(signed):
            raise ContentAlarm("foreign")
        places.append(found.place)
    if any(later < earlier for earlier, later in pairwise(places)):
        raise ContentAlarm("foreign")
    return places


def _check_audiences(
    chain: Sequence[SignedStatement], states: Sequence[Authority], known: Known | None
) -> Audience:
    """The audience in force at the end; each author was in the one before his statement."""
    in_force = known.audience if known else None
    for (statement, _), state in zip(chain, states, strict=True):
        if not state.is_active(statement.author_user, statement.author_device):
            raise ContentAlarm("foreign")
        if not may_follow(state, statement, in_force) or not may_be_read_by_its_audience(state, statement):
            raise ContentAlarm("foreign")
        if statement.type in WITH_AUDIENCE:
            in_force = statement.roles("audience")
    assert in_force is not None  # the first statement of a chain has one
    return in_force


def _check_attributes(chain: Sequence[SignedStatement], served: Served, known: Known | None) -> bytes | None:
    """The hash of the attributes in force; those that were served must be the ones that it names."""
    newest = _newest(chain, WITH_ATTRIBUTES)
    said = newest.bytes("attrsHash") if newest else known.attrs_hash if known else None
    if served.attrs is not None:
        try:
            found = attrs_hash(served.attrs_salt, served.attrs)
        except CryptoError:
            raise ContentAlarm("altered") from None
        if found != said:
            raise ContentAlarm("altered")
    return said


def _check_wraps(
    chain: Sequence[SignedStatement], states: Sequence[Authority], served: Served, known: Known | None
) -> tuple[Audience, bool]:
    """The roles of the audience without a wrap, and whether one of the wraps was behind a removal."""
    audience, unwrapped = (known.audience, set(known.unwrapped)) if known else ((), set[UUID]())
    wrapped = set(audience) - unwrapped
    behind = False
    bodies = [place for place, (statement, _) in enumerate(chain) if statement.type in BODIES]
    for place in range(bodies[-1] if bodies else 0, len(chain)):
        statement = chain[place].statement
        if statement.type not in WITH_AUDIENCE:
            continue
        wraps = served.wraps.get(place, ())
        if not _names(statement, wraps):
            raise ContentAlarm("altered")
        if not wraps_are_for_its_audience(statement, wraps):
            raise ContentAlarm("foreign")
        behind = behind or not wraps_are_current(states[place], wraps)
        audience = statement.roles("audience")
        brought = {wrap.role for wrap in wraps}
        wrapped = brought if statement.type in BODIES else wrapped | brought
    return tuple(role for role in audience if role not in wrapped), behind


def _names(statement: Statement, wraps: Sequence[WrapName]) -> bool:
    try:
        return names_wraps(statement, wraps)
    except InvalidArgument:
        return False


def _owed(now: Authority, then: Authority | None, newest: Known) -> Audience:
    """What a device pays by itself: a restarted role gets nothing before a person agreed to its new key."""
    return tuple(
        role
        for role in newest.unwrapped
        if not now.roles[role].roll_due
        and now.roles[role].restarted <= (then.roles[role].generation if then else 0)
    )


def _newest(chain: Sequence[SignedStatement], types: frozenset[str]) -> Statement | None:
    return next((statement for statement, _ in reversed(chain) if statement.type in types), None)
