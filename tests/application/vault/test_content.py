"""A content statement is valid only if its author can read what it writes and what it replaces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from dataclasses import replace as replace_writing
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from application.unit_of_work import Work
from application.vault.boxes import box_hash
from application.vault.content import (
    check_content_share,
    check_record_attrs,
    check_record_delete,
    check_record_put,
)
from application.vault.ports import Checks
from domain.errors import Refused
from domain.ids import RoleId, personal_role
from domain.kernel import Actor
from domain.records import bytes_of, unpadded
from domain.sealed import Sealed, Wrap
from domain.vault.chains import Link
from domain.vault.encoding import NO_HASH, WrapName, attrs_hash, wraps_hash
from domain.vault.key_log import KeyLog
from domain.vault.key_log.state import Policy, RoleKey
from domain.vault.statement_types import (
    ContentBody,
    ContentShare,
    Hash,
    Header,
    RecordAttrs,
    RecordDelete,
    RecordPut,
    Roles,
)
from tests.support.checking import LEAVES, checks, work_on
from tests.support.key_logs import AT, AUTHOR, BY_AUTHOR, KEEPER, OTHER, ROLE, ZEROS, device_of, log
from tests.support.key_statements import point, signed
from tests.support.shapes import ACCOUNT, IV, named

ITEM = named("item")
THEIRS = RoleId(named("a role of others"))
OWN, BENS = (personal_role(ACCOUNT, user) for user in (AUTHOR, OTHER))
SALT16 = unpadded(bytes(16))
ATTRS = {"state": unpadded(b"active")}


def wrap(role: UUID, generation: int = 1) -> Wrap:
    return Wrap(role, generation, "wrap", IV, SALT16, unpadded(bytes(81)))


def hash_of(wraps: tuple[Wrap, ...]) -> Hash:
    return Hash(wraps_hash([WrapName(w.role_id, w.generation, box_hash(w)) for w in wraps]))


ATTRS_HASH = Hash(attrs_hash(bytes(16), {name: bytes_of(value) for name, value in ATTRS.items()}))


BEFORE = Link(3, b"\x03" * 32, 1, (ROLE,))


@dataclass(frozen=True, kw_only=True)
class Writing:
    """A second content of an item, all of it as it has to be; a test spoils one thing."""

    log: KeyLog | None = field(default_factory=lambda: both_roles(log()))
    previous: Link | None = BEFORE
    wraps: tuple[Wrap, ...] = (wrap(ROLE),)
    audience: tuple[UUID, ...] | None = None
    """Without one it is for the roles of the wraps, and a share for those before it too."""
    body: Callable[[RecordPut], ContentBody] = lambda body: body
    header: Callable[[Header], Header] = lambda header: header
    sealed: Callable[[Sealed], Sealed] = lambda sealed: sealed
    actor: Actor = BY_AUTHOR.actor
    fits: bool = True

    async def put(self) -> int:
        place = self.previous or Link(0, NO_HASH, 0, ())
        box = Sealed(
            id=ITEM,
            revision=place.revision + 1,
            content_revision=place.content_revision + 1,
            schema=1,
            attrs=ATTRS,
            attrs_salt_b64u=SALT16,
            iv_b64u=IV,
            salt_b64u=SALT16,
            data_b64u="AQID",
            wraps=self.wraps,
            statement_b64u="",
            signature_b64u="",
        )
        body = RecordPut(
            *("document", ITEM, place.content_revision + 1, 1),
            *(Hash(box_hash(box)), Roles(self.readers), hash_of(self.wraps), ATTRS_HASH),
        )
        says = signed(self.header(self.head_of(place)), self.body(body))
        put = replace(box, statement_b64u=says.statement_b64u, signature_b64u=says.signature_b64u)
        checked = await check_record_put(
            self.work, self.checks, kind="document", sealed=self.sealed(put), previous=self.previous
        )
        return checked.revision

    async def attrs(self, **members: Any) -> int:
        assert self.previous is not None
        body = RecordAttrs("document", ITEM, self.previous.content_revision, ATTRS_HASH)
        return await self._later(check_record_attrs, body, attrs=ATTRS, attrs_salt_b64u=SALT16)

    async def delete(self) -> int:
        return await self._later(check_record_delete, RecordDelete("document", ITEM))

    async def share(self) -> int:
        assert self.previous is not None
        readers = self.audience or tuple(sorted({*self.readers, *self.previous.audience}))
        number, wraps = self.previous.content_revision, hash_of(self.wraps)
        body = ContentShare("document", ITEM, number, Roles(readers), wraps)
        return await self._later(check_content_share, body, added=self.wraps)

    async def _later(self, check: Any, body: ContentBody, **members: Any) -> int:
        assert self.previous is not None
        says = signed(self.header(self.head_of(self.previous)), body)
        checked = await check(
            self.work,
            self.checks,
            kind="document",
            object_id=ITEM,
            statement_b64u=says.statement_b64u,
            signature_b64u=says.signature_b64u,
            previous=self.previous,
            **members,
        )
        return checked.revision

    def head_of(self, place: Link) -> Header:
        return Header(
            *(ACCOUNT, place.revision + 1, Hash(place.hash), AUTHOR, device_of(AUTHOR), AT, LEAVES, ZEROS)
        )

    @property
    def readers(self) -> tuple[UUID, ...]:
        return self.audience or tuple(sorted({wrap.role_id for wrap in self.wraps}))

    @property
    def work(self) -> Work:
        return work_on(self.log, self.actor)

    @property
    def checks(self) -> Checks:
        return checks(fits=self.fits)


def both_roles(kept: KeyLog) -> KeyLog:
    """Beside the author's role one that only others hold."""
    theirs = RoleKey(1, point(5), point(6), ZEROS, personal=False, assigned=frozenset({OTHER, KEEPER}))
    return replace(kept, roles={**kept.roles, RoleId(THEIRS): theirs})


def with_role(**changes: Any) -> KeyLog:
    kept = both_roles(log())
    return replace(kept, roles={**kept.roles, ROLE: replace(kept.roles[ROLE], **changes)})


async def test_a_first_and_a_further_content_are_taken() -> None:
    assert await Writing(previous=None).put() == 1
    assert await Writing().put() == 4
    assert await Writing(wraps=tuple(sorted((wrap(ROLE), wrap(THEIRS)), key=lambda w: w.role_id))).put() == 4


async def test_what_follows_a_content_is_taken_too() -> None:
    assert [await Writing().attrs(), await Writing().delete(), await Writing().share()] == [4, 4, 4]


@pytest.mark.parametrize("act", [Writing.put, Writing.attrs, Writing.delete, Writing.share])
async def test_who_could_not_read_an_item_does_nothing_to_it(act: Callable[[Writing], Any]) -> None:
    """Also when the new content is one that the writer reads: it would hide another that they never saw."""
    unread = Writing(previous=BEFORE._replace(audience=(THEIRS,)))
    await _refused(act(unread), "not_found")


async def test_nobody_writes_what_they_cannot_read() -> None:
    await _refused(Writing(wraps=(wrap(THEIRS),)).put(), "audience")
    await _refused(Writing(wraps=(wrap(THEIRS),), previous=None).put(), "audience")


@pytest.mark.parametrize("act", [Writing.put, Writing.attrs, Writing.delete, Writing.share])
async def test_nobody_has_seen_more_than_there_is(act: Callable[[Writing], Any]) -> None:
    seen = Writing(header=lambda header: _with(header, view_size=LEAVES + 1))
    await _refused(act(seen), "statement_invalid")


def _with(header: Any, **changes: Any) -> Any:
    return type(header)(**{**vars(header), **changes})


async def _refused(written: Any, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        await written
    assert refusal.value.reason == reason


def in_order(*roles: UUID) -> tuple[Wrap, ...]:
    return tuple(wrap(role) for role in sorted(roles))


def with_own(role: RoleId = OWN) -> KeyLog:
    """Beside the author's role one that is theirs alone, or that they should never have had."""
    kept = both_roles(log())
    own = RoleKey(1, point(5), point(6), ZEROS, personal=True, assigned=frozenset({AUTHOR}))
    return replace(kept, roles={**kept.roles, role: own})


def theirs_is(**changes: Any) -> KeyLog:
    kept = both_roles(log())
    return replace(kept, roles={**kept.roles, THEIRS: replace(kept.roles[THEIRS], **changes)})


@pytest.mark.parametrize("excuse", ["roll_due", "restarted"])
async def test_a_role_is_left_without_a_wrap_while_it_takes_none(excuse: str) -> None:
    owing = Writing(log=theirs_is(**{excuse: True}), audience=tuple(sorted((ROLE, THEIRS))))
    assert await owing.put() == 4
    # Sharing may let such a role in, and owe it what comes later.
    assert await owing.share() == 4
    assert await replace_writing(owing, wraps=()).share() == 4


async def test_a_share_pays_what_is_owed_and_leaves_no_further_role_without_a_wrap() -> None:
    both = tuple(sorted((ROLE, THEIRS)))
    owed = Writing(previous=BEFORE._replace(audience=both))
    assert await replace_writing(owed, wraps=(wrap(THEIRS),)).share() == 4
    # What was owed before is still owed when somebody else's debt is paid.
    assert await replace_writing(owed, wraps=(wrap(ROLE),)).share() == 4
    await _refused(Writing(audience=both).share(), "wraps_incomplete")
    await _refused(replace_writing(owed, audience=(ROLE,)).share(), "audience")


ROLL_DUE = with_role(roll_due=True)
SPOILT: dict[str, tuple[Writing, str]] = {
    "another signature": (Writing(fits=False), "statement_invalid"),
    "another account": (Writing(header=lambda h: _with(h, account_id=named("other"))), "statement_invalid"),
    "another author": (Writing(header=lambda h: _with(h, user_id=OTHER)), "no_authority"),
    "another device": (Writing(header=lambda h: _with(h, device_id=device_of(OTHER))), "no_authority"),
    "another hour": (
        Writing(header=lambda h: _with(h, created_at=AT + 600_001)),
        "statement_invalid",
    ),
    "before the last statement": (Writing(header=lambda h: _with(h, prev_hash=ZEROS)), "revision_conflict"),
    "another number": (Writing(header=lambda h: _with(h, seq=5)), "statement_invalid"),
    "a number that is taken": (
        Writing(header=lambda h: _with(h, seq=5), sealed=lambda s: replace(s, revision=5)),
        "revision_conflict",
    ),
    "another kind": (Writing(body=lambda b: _with(b, kind="task")), "statement_invalid"),
    "another item": (Writing(body=lambda b: _with(b, id=named("other"))), "statement_invalid"),
    "another type": (Writing(body=lambda _: RecordDelete("document", ITEM)), "statement_invalid"),
    "another schema": (Writing(body=lambda b: _with(b, schema=2)), "statement_invalid"),
    "another content number": (Writing(body=lambda b: _with(b, content_revision=3)), "statement_invalid"),
    "a content number that is taken": (
        Writing(body=lambda b: _with(b, content_revision=3), sealed=lambda s: replace(s, content_revision=3)),
        "revision_conflict",
    ),
    "another payload": (Writing(sealed=lambda s: replace(s, data_b64u="AAAA")), "body"),
    "other attributes": (Writing(sealed=lambda s: replace(s, attrs={})), "attrs"),
    "other wraps": (Writing(sealed=lambda s: replace(s, wraps=(wrap(ROLE), wrap(ROLE)))), "wraps"),
    "an attribute without a value": (
        Writing(
            sealed=lambda s: replace(s, attrs={"state": ""}),
            body=lambda b: _with(b, attrs_hash=Hash(attrs_hash(bytes(16), {"state": b""}))),
        ),
        "attrs",
    ),
    "a role without a key": (Writing(wraps=(wrap(named("no role")),)), "audience"),
    "an old generation": (Writing(log=with_role(generation=2)), "stale_generation"),
    "a role that is to be renewed": (Writing(log=ROLL_DUE), "roll_due"),
    "the length of a seal": (
        Writing(wraps=(replace(wrap(ROLE), mode="seal"),)),
        "form",
    ),
    "no keys yet": (Writing(log=None), "keys_missing"),
    "nobody": (Writing(actor=Actor("user", None, ACCOUNT)), "unauthenticated"),
    "private where that is off": (
        Writing(
            log=replace(with_own(), policy=Policy(allow_personal_roles=False)),
            previous=None,
            wraps=(wrap(OWN),),
        ),
        "personal_roles_off",
    ),
    "private and for others": (
        Writing(log=with_own(), previous=None, wraps=(wrap(OWN),), audience=tuple(sorted((OWN, ROLE)))),
        "audience",
    ),
    "what is another's alone": (
        Writing(log=with_own(BENS), previous=None, wraps=(wrap(BENS),)),
        "audience",
    ),
    "a wrap beside the audience": (
        Writing(wraps=in_order(ROLE, THEIRS), audience=(ROLE,)),
        "wraps",
    ),
    "wraps out of order": (Writing(wraps=in_order(ROLE, THEIRS)[::-1]), "wraps"),
    "no wrap at all": (Writing(wraps=(), audience=(ROLE,)), "wraps"),
    "a role without a wrap, which could have one": (
        Writing(audience=tuple(sorted((ROLE, THEIRS)))),
        "wraps_incomplete",
    ),
}


@pytest.mark.parametrize("name", SPOILT)
async def test_whatever_does_not_fit_is_refused(name: str) -> None:
    writing, reason = SPOILT[name]
    await _refused(writing.put(), reason)


async def test_ten_minutes_are_let_pass_and_no_more() -> None:
    for skew, good in ((600_000, True), (-600_000, True), (-600_001, False)):
        writing = Writing(header=lambda h, skew=skew: _with(h, created_at=AT + skew))
        if good:
            assert await writing.put() == 4
        else:
            await _refused(writing.put(), "statement_invalid")
