"""The audit log, the stream of changes and notices, put together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, cast

from litestar import WebSocket

from api.composition.foundation import Foundation, Slice
from api.composition.identity import Door
from api.http.oversight import HANDLERS
from api.realtime.stream import Streams, stream
from application.oversight import notices
from application.oversight.client_reports import ClientReports
from application.processes import judge_activities
from application.processes.judge_activities import Judging
from domain.kernel import Actor
from infrastructure.analysis.answering import PostgresAnalytics
from infrastructure.bus import ValkeyBus
from infrastructure.log_tree.proven import ProvenEventsBySeal
from infrastructure.oversight.activities import ActivitiesByReader
from infrastructure.oversight.bundles import BundlesOfAccounts
from infrastructure.oversight.notices import OwnNoticesByReader
from infrastructure.oversight.replays import ReplaysInProcesses
from infrastructure.postgres import open_pool

_ANALYSTS = 2
_REPLAYS = "api.composition.replaying"


def slice_of(base: Foundation, door: Door) -> Slice:
    bus = ValkeyBus(base.settings.redis_url)
    streams = Streams(
        bus=bus,
        reader=base.reader,
        reached=base.progress.reached,
        # A handshake carries the same cookies as a request.
        actor_of=cast("Callable[[WebSocket[Any, Any, Any]], Awaitable[Actor]]", door.actor_of),
        reports=ClientReports(base.store),
        trusted=door.trusted,
        now=base.clock,
    )
    # Whoever reckons over a whole account keeps nobody else waiting.
    analysts = open_pool(base.settings.analytics_database_url, size=_ANALYSTS, least=0)
    analytics = PostgresAnalytics(analysts)
    proven = ProvenEventsBySeal(base.pool_by_key, base.settings.log_name)
    settings = base.settings
    projector, log_name = settings.projector_database_url, settings.log_name
    histories = ReplaysInProcesses(_REPLAYS, projector, settings.kek, log_name)
    bundles = BundlesOfAccounts(projector, log_name)
    return Slice(
        routes={
            **notices.routes(OwnNoticesByReader(base.reader)),
            **judge_activities.routes(Judging(ActivitiesByReader(base.reader), door.people)),
        },
        handlers=[*HANDLERS, stream],
        dependencies={
            "streams": lambda: streams,
            "proven_events": lambda: proven,
            "histories": lambda: histories,
            "audit_bundles": lambda: bundles,
            "analytics": lambda: analytics,
        },
        parts=(bus, streams, analysts),
    )
