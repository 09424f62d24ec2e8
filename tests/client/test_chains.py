"""Chains are read in the key state at the place of each statement, and proven by the leaves of the tree."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field
from uuid import UUID, uuid4

import pytest

from client.crypto.audiences import audience_of
from client.crypto.canonical import bind, decode
from client.crypto.chains import ContentAlarm, Known, Link, NotProven, ObjectId, Proven, Served, read_chain
from client.crypto.devices import DeviceKeys
from client.crypto.errors import DataLoss
from client.crypto.hashes import WrapName, wraps_hash
from client.crypto.key_states import KeyStates
from client.crypto.leaves import Leaf, Leaves
from client.crypto.points import sign
from client.crypto.signing import leaf_of
from client.crypto.statements import NO_HASH, Field, SignedStatement, parse
from tests.support.parties import Party, built_in, personal

ZEROS = bytes(32)


@dataclass
class Story:
    """A document in an account, and the tree in the order in which things happened."""

    party: Party = field(default_factory=Party)
    asked: ObjectId = field(default_factory=lambda: ObjectId("document", uuid4()))
    chain: list[Link] = field(default_factory=list[Link])
    wraps: dict[int, list[WrapName]] = field(default_factory=dict[int, list[WrapName]])
    leaves: list[Leaf] = field(default_factory=list[Leaf])
    followed: int = 0

    def __post_init__(self) -> None:
        self.owner = self.party.genesis()
        self.role, self.other = (built_in(self.party.account, key) for key in ("member", "admin"))
        for role in (self.role, self.other):
            assert self.party.create(self.owner, role)
        self.guest = self.party.first()
        assert self.party.vouch(self.owner, self.guest)
        assert self.party.write(self.owner, "role.assign", role=self.role, user=self.guest.user)

    def says(self, by: DeviceKeys, type_: str, /, committed: bool = True, **fields: Field) -> None:
        """The next statement of the chain; what was said to the key log before stands before it."""
        previous = hashlib.sha256(self.chain[-1].statement).digest() if self.chain else NO_HASH
        named: dict[str, Field] = {"kind": self.asked.kind, "id": self.asked.id, **fields}
        signed = self.party.writer(by).content(
            type_, len(self.chain) + 1, previous, named, self.party.now, self.party.view
        )
        self.chain.append(Link(signed.statement.raw, signed.signatures[0]))
        self.follow()
        if committed:
            self.leaves.append(leaf_of(signed))

    def puts(self, by: DeviceKeys, *roles: UUID, wrapped: tuple[UUID, ...] | None = None) -> None:
        self.says(
            by,
            "record.put",
            contentRevision=1,
            schema=1,
            boxHash=ZEROS,
            audience=audience_of(roles),
            wrapsHash=self.wrap(roles if wrapped is None else wrapped),
            attrsHash=ZEROS,
        )

    def shares(self, by: DeviceKeys, roles: tuple[UUID, ...], wrapped: tuple[UUID, ...]) -> None:
        self.says(
            by, "content.share", contentRevision=1, audience=audience_of(roles), wrapsHash=self.wrap(wrapped)
        )

    def deletes(self, by: DeviceKeys, *, committed: bool = True) -> None:
        self.says(by, "record.delete", committed)

    def wrap(self, roles: tuple[UUID, ...]) -> bytes:
        known = self.party.log.known.roles
        made = [
            WrapName(role, known[role].generation if role in known else 1, secrets.token_bytes(32))
            for role in audience_of(roles)
        ]
        self.wraps[len(self.chain)] = made
        return wraps_hash(made)

    def follow(self) -> None:
        for entry in self.party.entries[self.followed :]:
            self.leaves.append(leaf_of(SignedStatement(parse(entry.statement), entry.signatures)))
        self.followed = len(self.party.entries)

    def read(self, *, floor: int = 0, known: Known | None = None) -> Proven:
        self.follow()
        leaves = Leaves(self.leaves)
        states = KeyStates(self.party.account, self.party.entries, leaves)
        start = known.seq if known else 0
        wraps = {place - start: named for place, named in self.wraps.items() if place >= start}
        served = Served(self.chain[start:], wraps)
        now = self.party.log.known
        return read_chain(now, states.at, self.asked, served, leaves, floor=floor, known=known)

    def word(self, *, floor: int = 0, known: Known | None = None) -> str:
        with pytest.raises(ContentAlarm) as alarm:
            self.read(floor=floor, known=known)
        return alarm.value.word

    def removes(self, who: DeviceKeys) -> None:
        assert self.party.write(self.owner, "user.remove", user=who.user, reason="removed")


def test_what_somebody_wrote_stays_true_after_they_were_removed() -> None:
    story = Story()
    story.puts(story.guest, story.role)
    story.removes(story.guest)
    assert story.read().audience == (story.role,)


def test_who_was_removed_before_writes_nothing() -> None:
    story = Story()
    story.puts(story.guest, story.role)
    story.removes(story.guest)
    story.deletes(story.guest)
    assert story.word() == "foreign"


def test_who_got_the_role_later_could_not_write_before() -> None:
    story = Story()
    story.puts(story.owner, story.other)
    story.deletes(story.guest)
    assert story.party.write(story.owner, "role.assign", role=story.other, user=story.guest.user)
    assert story.word() == "foreign"


def test_a_chain_begins_with_a_body() -> None:
    story = Story()
    story.shares(story.owner, (story.role,), (story.role,))
    assert story.word() == "foreign"


def test_a_role_without_a_key_is_in_no_audience() -> None:
    story = Story()
    story.puts(story.owner, story.role, built_in(story.party.account, "auditor"), wrapped=(story.role,))
    assert story.word() == "foreign"


def test_a_personal_role_is_written_to_while_the_policy_allows_it() -> None:
    story = Story()
    own = personal(story.party.account, story.owner.user)
    assert story.party.create(story.owner, own)
    story.puts(story.owner, own)
    flags = {"requireVerified": 1, "requireAuthenticators": 0, "allowCache": 1, "letInByItself": 0}
    assert story.party.write(
        story.owner, "account.policy", version=1, lowestSuite=1, allowPersonal=0, **flags
    )
    assert story.read().audience == (own,), "allowed when it was written"
    story.puts(story.owner, own)
    assert story.word() == "foreign"


def test_a_wrap_behind_a_removal_is_shown_as_such() -> None:
    current = Story()
    current.puts(current.owner, current.role)
    assert not current.read().behind
    while_due = Story()
    while_due.removes(while_due.guest)
    while_due.puts(while_due.owner, while_due.role)
    assert while_due.read().behind
    under_the_old = Story()
    under_the_old.removes(under_the_old.guest)
    old = under_the_old.party.log.known.roles[under_the_old.role].generation
    assert under_the_old.party.roll(under_the_old.owner, under_the_old.role)
    named = WrapName(under_the_old.role, old, ZEROS)
    under_the_old.wraps[0] = [named]
    under_the_old.says(
        under_the_old.owner,
        "record.put",
        contentRevision=1,
        schema=1,
        boxHash=ZEROS,
        audience=(under_the_old.role,),
        wrapsHash=wraps_hash([named]),
        attrsHash=ZEROS,
    )
    assert under_the_old.read().behind


def test_a_role_is_owed_its_wrap_until_it_gets_one() -> None:
    story = Story()
    story.puts(story.owner, story.role, story.other, wrapped=(story.role,))
    assert story.read().owed == (story.other,)
    begun = story.read().newest
    story.shares(story.owner, (story.role, story.other), (story.other,))
    assert story.read().owed == ()
    assert story.read(known=begun).owed == (), "the wraps of before are remembered"
    story.puts(story.owner, story.role, story.other, wrapped=(story.role,))
    assert story.read().owed == (story.other,), "a new body has wraps of its own"


def test_nothing_is_owed_while_a_roll_is_due_or_to_a_role_that_was_restarted_since() -> None:
    story = Story()
    story.puts(story.owner, story.role, story.other, wrapped=(story.other,))
    assert story.read().owed == (story.role,)
    story.removes(story.guest)
    assert story.read().owed == ()
    assert story.party.roll(story.owner, story.role)
    assert story.read().owed == (story.role,)
    assert story.party.create(story.owner, story.role, 3)
    assert story.read().owed == ()
    story.shares(story.owner, (story.role, story.other), (story.other,))
    assert story.read().owed == (story.role,), "it was named under its new key"


def test_what_is_deleted_owes_nothing_and_its_wraps_may_be_gone() -> None:
    story = Story()
    story.puts(story.owner, story.role, story.other, wrapped=(story.role,))
    story.deletes(story.owner)
    story.wraps.clear()
    proven = story.read()
    assert (proven.newest.deleted, proven.owed) == (True, ())


def test_a_statement_above_all_leaves_is_not_proven_yet() -> None:
    story = Story()
    story.puts(story.owner, story.role)
    story.deletes(story.owner, committed=False)
    with pytest.raises(NotProven):
        story.read()


def test_a_statement_that_the_tree_passed_over_can_never_be_proven() -> None:
    story = Story()
    story.puts(story.owner, story.role)
    story.deletes(story.owner, committed=False)
    story.deletes(story.owner)
    assert story.word() == "foreign"


def test_leaves_stand_in_the_order_of_the_chain() -> None:
    story = Story()
    story.puts(story.owner, story.role)
    story.deletes(story.owner)
    story.leaves[-2:] = reversed(story.leaves[-2:])
    assert story.word() == "foreign"


def test_nothing_new_is_answered_only_while_nothing_newer_is_known() -> None:
    story = Story()
    story.puts(story.owner, story.role)
    begun = story.read().newest
    assert story.read(known=begun).newest == begun
    assert story.word(known=begun, floor=2) == "rolled back"
    story.deletes(story.owner)
    story.chain.pop()
    assert story.word(known=begun) == "rolled back"


def test_only_statements_about_objects_make_a_chain() -> None:
    story = Story()
    entry = story.party.entries[-1]
    story.chain.append(Link(entry.statement, entry.signatures[0]))
    assert story.word() == "foreign"


def test_a_statement_of_another_account_is_foreign() -> None:
    story = Story()
    story.puts(story.owner, story.role)
    label, fields = decode(story.chain[0].statement)
    elsewhere = bind(label.removeprefix("e2ee.v1."), uuid4().bytes, *fields[1:])
    story.chain[0] = Link(elsewhere, sign(story.owner.signing.private, elsewhere))
    assert story.word() == "foreign"


def test_a_device_speaks_for_its_own_person() -> None:
    story = Story()
    story.puts(story.owner, story.role)
    label, fields = decode(story.chain[0].statement)
    borrowed = bind(label.removeprefix("e2ee.v1."), *fields[:3], story.guest.user.bytes, *fields[4:])
    signed = SignedStatement(parse(borrowed), (sign(story.owner.signing.private, borrowed),))
    story.chain[0] = Link(borrowed, signed.signatures[0])
    story.leaves[-1] = leaf_of(signed)
    assert story.word() == "foreign"


def test_numbers_follow_one_another() -> None:
    story = Story()
    story.puts(story.owner, story.role)
    label, fields = decode(story.chain[0].statement)
    zeroth = bind(label.removeprefix("e2ee.v1."), fields[0], bytes(8), *fields[2:])
    signed = SignedStatement(parse(zeroth), (sign(story.owner.signing.private, zeroth),))
    story.chain[0] = Link(zeroth, signed.signatures[0])
    story.leaves[-1] = leaf_of(signed)
    assert story.word() == "altered"


@pytest.mark.parametrize(
    ("kind", "word"),
    [("a-kind-of-later", "foreign"), ("task", "foreign"), ("Not a word", "altered"), ("file", "altered")],
)
def test_a_statement_of_another_kind(kind: str, word: str) -> None:
    story = Story()
    story.puts(story.owner, story.role)
    story.deletes(story.owner)
    label, fields = decode(story.chain[-1].statement)
    other = bind(label.removeprefix("e2ee.v1."), *fields[:8], kind.encode(), *fields[9:])
    story.chain[-1] = Link(other, sign(story.owner.signing.private, other))
    assert story.word() == word


@pytest.mark.parametrize("kind", ["file", "role-wrap", "view"])
def test_a_record_is_of_a_kind_of_records(kind: str) -> None:
    story = Story()
    with pytest.raises(DataLoss):
        story.says(story.owner, "record.delete", kind=kind)
    if kind != "file":
        with pytest.raises(DataLoss):
            story.says(
                story.owner,
                "content.share",
                kind=kind,
                contentRevision=1,
                audience=(story.role,),
                wrapsHash=ZEROS,
            )
