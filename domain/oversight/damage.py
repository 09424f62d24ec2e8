"""Damaged objects: whose file it is that was lost or changed at rest, and who was told of it."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from domain.errors import NotFound, Refused
from domain.ids import DocumentId, FileId, UserId
from domain.kernel import Decider, Event, Moment, Value


class ReportDamage(Value, frozen=True, kw_only=True):
    """Tell these users that an object of this file is damaged, which this document holds."""

    file_id: FileId
    document_id: DocumentId
    user_ids: tuple[UserId, ...]


class EndDamage(Value, frozen=True):
    """The object is whole again, or no document holds it."""


class FileFoundDamaged(Event, frozen=True, tag="file.found_damaged", kw_only=True):
    """The server read an object of the file, and it is not what was stored."""

    file_id: FileId
    document_id: DocumentId
    user_ids: tuple[UserId, ...]


class FileDamageEnded(Event, frozen=True, tag="file.damage_ended", kw_only=True):
    """The object is whole again, or no document holds it."""

    file_id: FileId
    document_id: DocumentId


DamageCommand = ReportDamage | EndDamage
DamageEvent = FileFoundDamaged | FileDamageEnded


class Damage(Value, frozen=True, kw_only=True):
    file_id: FileId
    document_id: DocumentId
    ended: bool = False


def decide(command: DamageCommand, damage: Damage | None, _moment: Moment) -> list[DamageEvent]:
    match command:
        case ReportDamage(file_id=file_id, document_id=document_id, user_ids=user_ids):
            if damage is not None and not damage.ended and damage.document_id == document_id:
                return []
            if not user_ids:
                raise Refused("There is no one to notify.", reason="nobody")
            return [FileFoundDamaged(file_id=file_id, document_id=document_id, user_ids=user_ids)]
        case EndDamage():
            if damage is None:
                raise NotFound("There is no such damage.")
            if damage.ended:
                return []
            return [FileDamageEnded(file_id=damage.file_id, document_id=damage.document_id)]
        case _:
            assert_never(command)


def evolve(damage: Damage | None, event: DamageEvent) -> Damage | None:
    match event:
        case FileFoundDamaged(file_id=file_id, document_id=document_id):
            return Damage(file_id=file_id, document_id=document_id)
        case FileDamageEnded():
            return None if damage is None else replace(damage, ended=True)
        case _:
            assert_never(event)


# One stream per object, named by its upload.
DAMAGE: Decider[DamageCommand, Damage, DamageEvent] = Decider(
    "damage", (FileFoundDamaged, FileDamageEnded), decide, evolve
)
