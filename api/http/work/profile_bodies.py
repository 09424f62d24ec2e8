"""The bodies that are about profiles, and the shapes of what is answered."""

from __future__ import annotations

from uuid import UUID

from msgspec import UNSET

from api.http.answers import PageInfo, Sync
from api.http.work.row_form import RowKind
from application.processes.profile_bodies import AlterProfile, SetArchived, SetPlace
from application.processes.sealed_bodies import SignedChange, Version
from domain.errors import InvalidArgument
from domain.ids import ProfileId
from domain.kernel import Value
from domain.records import Attested, Attributes
from domain.sealed import Salt, Signature, Signed, Statement
from domain.work.answers import RankedItem
from domain.work.entries.facts import Place
from domain.work.profiles.facts import ProfileAttributes
from domain.work.ranks import Rank
from domain.work.signed_attributes import read_attributes
from domain.work.words import RankedWord

PROFILE_ROWS = RowKind("profile", ProfileAttributes, RankedWord)


class ProfileChange(SignedChange, frozen=True, kw_only=True):
    """One change of the profile that the path names; `id` may say the same."""

    id: UUID | None = None

    def of(self, profile_id: UUID) -> AlterProfile:
        if self.id not in (None, profile_id):
            raise InvalidArgument("The path names another profile.", reason="form")
        given = {name: getattr(self, name) for name in AlterProfile.__struct_fields__ if name != "id"}
        return AlterProfile(id=ProfileId(profile_id), **given)


class ProfileArchiving(Value, frozen=True, kw_only=True):
    """Out of the way or in use again, with the `record.attrs` that says so."""

    cascade: bool = True
    version: Version | None = None
    attrs: Attributes
    attrs_salt_b64u: Salt
    statement_b64u: Statement
    signature_b64u: Signature

    def of(self, profile_id: UUID) -> SetArchived:
        signed = Signed(statement_b64u=self.statement_b64u, signature_b64u=self.signature_b64u)
        archived = read_attributes(ProfileAttributes, self.attrs).state == "archived"
        return SetArchived(
            id=ProfileId(profile_id),
            version=self.version,
            archived=archived,
            cascade=self.cascade,
            attested=Attested(signed, self.attrs, self.attrs_salt_b64u),
        )


class ProfileMove(Value, frozen=True, kw_only=True):
    """To a group, with the `record.attrs` that says so, or to a place in its own without one.

    The place is a rank, or beside another profile; without any it stands last in another group.
    """

    rank: Rank | None = None
    before_id: UUID | None = None
    after_id: UUID | None = None
    version: Version | None = None
    attrs: Attributes | None = None
    attrs_salt_b64u: Salt | None = None
    statement_b64u: Statement | None = None
    signature_b64u: Signature | None = None

    def of(self, profile_id: UUID) -> SetPlace:
        change = SignedChange(
            attrs=self.attrs,
            attrs_salt_b64u=self.attrs_salt_b64u,
            statement_b64u=self.statement_b64u,
            signature_b64u=self.signature_b64u,
        )
        signed = None if self.attrs is None else read_attributes(ProfileAttributes, self.attrs)
        return SetPlace(
            id=ProfileId(profile_id),
            version=self.version,
            group_id=UNSET if signed is None else signed.group_id,
            sub_group_id=UNSET if signed is None else signed.sub_group_id,
            place=Place(rank=self.rank, before_id=self.before_id, after_id=self.after_id),
            attested=change.attested,
        )


class ProfilePage(Value, frozen=True):
    """A page of profiles."""

    data: tuple[RankedItem, ...]
    page: PageInfo
    sync: Sync
