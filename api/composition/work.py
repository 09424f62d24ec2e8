"""Documents and files, put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from api.composition.blobs import blobs_of
from api.composition.foundation import Foundation, Slice
from api.http.cursors import Cursors
from api.http.work import HANDLERS
from application.processes import (
    finish_upload,
    keep_files,
    open_upload,
    order_profile_types,
    write_document,
    write_filter,
    write_plain,
    write_profile,
    write_profile_tree,
    write_statuses,
    write_task,
    write_topics,
)
from application.work.ports import ServedBlobs
from domain.work.plain.item import ShownItem
from domain.work.profile_tree.item import ShownGroup, ShownSubGroup
from domain.work.profiles.item import ShownProfile
from domain.work.saved_filters.item import ShownFilter
from domain.work.statuses.item import ShownStatus
from domain.work.tasks.item import TaskItem
from domain.work.topics.item import ShownTopic
from infrastructure.work.lookups import ColumnLookup, DocumentLookup, ItemLookup, ProfileLookup, StorageLookup
from infrastructure.work.uploads import UploadTables
from projections.work.plain_items import CONTACT_LIST, VENDOR_LIST
from projections.work.profile_groups import GROUP_LIST, SUB_GROUP_LIST
from projections.work.profiles import PROFILE_LIST
from projections.work.saved_filters import SAVED_FILTER_LIST
from projections.work.statuses import STATUS_LIST
from projections.work.task_lists import TASK_LIST
from projections.work.topics import STANDING_TOPICS


def slice_of(base: Foundation) -> Slice:
    checks, blobs = base.checks, blobs_of(base)
    uploads = UploadTables(base.pool)
    desk = open_upload.UploadDesk(base.store, blobs, uploads, StorageLookup(base.reader))
    documents = write_document.desk_of(checks, DocumentLookup(base.reader))
    tasks = write_task.desk_of(
        checks, ItemLookup(base.reader, TASK_LIST, TaskItem), ColumnLookup(base.reader)
    )
    given: dict[str, Any] = {
        "blobs": blobs,
        "served_blobs": blobs if isinstance(blobs, ServedBlobs) else None,
        "uploads": uploads,
        "upload_desk": desk,
        "cursors": Cursors(base.settings.auth_secret),
    }
    return Slice(
        routes={
            **open_upload.routes(desk),
            **finish_upload.routes(finish_upload.Finishing(blobs, uploads, checks)),
            **keep_files.routes(keep_files.Keeping(checks)),
            **write_document.routes(documents),
            **write_plain.contact_routes(checks, ItemLookup(base.reader, CONTACT_LIST, ShownItem)),
            **write_plain.vendor_routes(checks, ItemLookup(base.reader, VENDOR_LIST, ShownItem)),
            **write_filter.filter_routes(checks, ItemLookup(base.reader, SAVED_FILTER_LIST, ShownFilter)),
            **write_task.routes(tasks),
            **write_statuses.routes(checks, ItemLookup(base.reader, STATUS_LIST, ShownStatus)),
            **write_topics.routes(checks, ItemLookup(base.reader, STANDING_TOPICS, ShownTopic)),
            **write_profile.profile_routes(
                checks, ItemLookup(base.reader, PROFILE_LIST, ShownProfile), ProfileLookup(base.reader)
            ),
            **order_profile_types.type_routes(ProfileLookup(base.reader)),
            **write_profile_tree.routes(
                checks,
                ItemLookup(base.reader, GROUP_LIST, ShownGroup),
                ItemLookup(base.reader, SUB_GROUP_LIST, ShownSubGroup),
                ProfileLookup(base.reader),
            ),
        },
        handlers=HANDLERS,
        dependencies={name: _given(value) for name, value in given.items()},
    )


def _given(value: Any) -> Callable[[], Any]:
    return lambda: value
