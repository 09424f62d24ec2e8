"""What happens without a request: commands of the clock and of the operator, jobs, and chores of the clock.

Everything here is put together without HTTP, so processes that serve no requests do not load it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from secrets import randbits
from typing import Any

from api.composition.blobs import blobs_of, disk_of, shelf_of
from api.composition.foundation import Foundation
from api.composition.messaging import notices_of, outbox_of
from application.accounts import clock, vouchers
from application.commands import Route
from application.jobs import Job
from application.messaging.unsubscribing import UnsubscribeLinks
from application.processes import (
    empty_bin,
    erase_account,
    forget_answers,
    forget_person,
    join,
    keep_files,
    link_files,
    platform_people,
    record_digests,
    remind,
    suspicion,
    tell_of_damage,
    waiting_devices,
    warn_of_due,
    warn_of_expiry,
)
from domain.work.tasks.item import TaskItem
from infrastructure.accounts.chores import AccountChores
from infrastructure.collecting import Collecting
from infrastructure.event_store.completing import History
from infrastructure.event_store.mapper import EventMapper
from infrastructure.identity.chores import PeopleChores
from infrastructure.identity.housekeeping import Housekeeping
from infrastructure.identity.people import StoredPeople
from infrastructure.keeping.chores import DamageChores
from infrastructure.keeping.log_rows import LogRows
from infrastructure.keeping.object_parts import ObjectParts
from infrastructure.keeping.scrub import Scrub
from infrastructure.keeping.tree_nodes import TreeNodes
from infrastructure.log_tree.copies import CheckpointCopies
from infrastructure.oversight.account_remains import AccountRemains
from infrastructure.oversight.activities import ConcernedByReader, OperatorLog
from infrastructure.oversight.digest_chores import DigestChores
from infrastructure.oversight.erasure_chores import ErasureChores
from infrastructure.oversight.kept_answers import KeptAnswers
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.vault.chores import VaultChores
from infrastructure.work.bin_chores import BinChores
from infrastructure.work.chores import FileChores
from infrastructure.work.expiry_chores import ExpiryChores
from infrastructure.work.lookups import ItemLookup
from infrastructure.work.reminder_chores import ReminderChores
from infrastructure.work.uploads import UploadTables
from projections.catalogue import PROJECTIONS
from projections.work.task_lists import TASK_LIST


def timed_routes() -> Mapping[type[Any], Route]:
    """What the clock asks of accounts."""
    return {**clock.ROUTES, join.Expire: join.EXPIRE}


def voucher_routes(base: Foundation) -> Mapping[type[Any], Route]:
    """What the operator asks at the command line."""
    return vouchers.routes(base.blind, randbits)


def operator_routes(base: Foundation) -> Mapping[type[Any], Route]:
    """What the operator asks about people at the command line."""
    return platform_people.operator_routes(StoredPeople(base.reader), base.blind)


def telling_routes(base: Foundation) -> Mapping[type[Any], Route]:
    """What follows when a device waits."""
    return waiting_devices.routes(waiting_devices.Telling(notices_of(base)))


def reminding_routes(base: Foundation) -> Mapping[type[Any], Route]:
    """What follows when a reminder's moment has come."""
    tasks = ItemLookup(base.reader, TASK_LIST, TaskItem)
    return remind.routes(remind.Reminding(tasks, notices_of(base)))


def expiry_routes(base: Foundation) -> Mapping[type[Any], Route]:
    """What follows when a document comes near its expiry, or the day of a task."""
    links = UnsubscribeLinks(base.blind, base.settings.public_url)
    return {**warn_of_expiry.routes(notices_of(base), links), **warn_of_due.ROUTES}


def suspicion_routes(base: Foundation) -> Mapping[type[Any], Route]:
    """What follows when a detector has found something."""
    responding = suspicion.Responding(
        ConcernedByReader(base.reader),
        base.personal,
        outbox_of(base),
        OperatorLog(),
        base.settings.public_url,
    )
    return suspicion.routes(responding)


def keeping_routes(base: Foundation) -> Mapping[type[Any], Route]:
    """Collection of unreferenced files, emptying of the bin, and telling of what is damaged,
    and recording of digests."""
    files = keep_files.routes(keep_files.Keeping(base.checks))
    return {**files, **empty_bin.ROUTES, **tell_of_damage.ROUTES, **record_digests.ROUTES}


def forgetting_routes(base: Foundation) -> Mapping[type[Any], Route]:
    """What becomes of people who asked to be forgotten."""
    return forget_person.routes(StoredPeople(base.reader))


def erasing_routes(base: Foundation) -> Mapping[type[Any], Route]:
    """What becomes of accounts whose days of closing are over."""
    return erase_account.routes(StoredPeople(base.reader))


def erasures_of(base: Foundation) -> ErasureChores:
    """Erasing the accounts that are due."""
    erasing = erase_account.Erasing(
        base.commands,
        AccountRemains(base.pool),
        blobs_of(base),
        forget_person.Forgetting(base.commands, base.personal),
        Collecting(base.settings.database_url).permitted,
    )
    return ErasureChores(erasing, base.reader, base.clock)


def jobs(base: Foundation) -> Mapping[str, Job]:
    """What the worker does about facts."""
    return {
        forget_answers.TOPIC: forget_answers.forget_job(KeptAnswers(base.pool)),
        link_files.TOPIC: link_files.settle_links_job(base.commands, base.clock),
        suspicion.TOPIC: suspicion.note_job(base.commands, base.clock),
        waiting_devices.TOPIC: waiting_devices.tell_job(base.commands, base.clock),
    }


def reminders(base: Foundation) -> Sequence[Callable[[], Awaitable[None]]]:
    """What the worker does every minute."""
    return (
        ReminderChores(base.commands, base.reader, base.clock).do_what_is_due,
        ExpiryChores(base.commands, base.reader, base.clock).do_what_is_due,
        erasures_of(base).do_what_is_due,
        scrub_of(base).go_on,
        DamageChores(base.commands, base.reader, base.pool, base.clock).do_what_is_due,
        CheckpointCopies(base.reader, shelf_of(base.settings)).keep_newest,
        digests_of(base).do_what_is_due,
    )


def digests_of(base: Foundation) -> DigestChores:
    """Recording what accounts have in their read models."""
    history = History(base.registry, KeyWrapping(base.settings.kek))
    url = base.settings.projector_database_url
    return DigestChores(base.commands, base.pool, url, history, PROJECTIONS, base.clock)


def scrub_of(base: Foundation) -> Scrub:
    """The search for damage in all that is kept."""
    mapper = EventMapper(base.registry)
    parts = (LogRows(base.pool, mapper), TreeNodes(base.pool), ObjectParts(base.pool, blobs_of(base)))
    return Scrub(base.pool, parts)


def chores(base: Foundation) -> Sequence[Callable[[], Awaitable[None]]]:
    """What the worker does every hour."""
    collector = keep_files.Collector(base.commands, blobs_of(base), UploadTables(base.pool))
    return (
        BinChores(base.commands, base.reader, base.clock).do_what_is_due,
        FileChores(collector, base.reader, base.clock, Collecting(base.settings.database_url)).do_what_is_due,
        Housekeeping(base.pool).drop_what_is_due,
        AccountChores(base.commands, base.reader, base.clock).do_what_is_due,
        PeopleChores(
            forget_person.Forgetting(base.commands, base.personal), StoredPeople(base.reader), base.clock
        ).do_what_is_due,
        VaultChores(base.pool).drop_what_is_due,
        disk_of(base.settings).look,
    )
