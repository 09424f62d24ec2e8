"""The process that follows the log: read models, the outbox, whoever listens, and the sealing of heads."""

from __future__ import annotations

import signal
import threading
from types import FrameType

from api.composition.sealing import sealer_of
from application.catalogue import DECIDERS
from application.messaging.reactions import MAIL
from application.processes.link_files import LINK_FILES
from application.processes.waiting_devices import WAITING_DEVICES
from application.reactions import Reaction
from infrastructure.bus import Announcer
from infrastructure.event_store.follower import run_followers
from infrastructure.event_store.registry import EventRegistry
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.readiness import announce_ready
from infrastructure.settings import Settings
from infrastructure.telling import Telling
from projections.catalogue import PROJECTIONS

REACTIONS: tuple[Reaction, ...] = (MAIL, LINK_FILES, WAITING_DEVICES)


def follow(settings: Settings) -> None:
    """Follow until the process is told to end."""
    stop = threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    telling = Telling(settings.projector_database_url, Announcer(settings.redis_url))
    sealer = sealer_of(settings)

    def lead() -> None:
        sealer.start()
        announce_ready()

    run_followers(
        settings.projector_database_url,
        EventRegistry(DECIDERS),
        KeyWrapping(settings.kek),
        PROJECTIONS,
        reactions=REACTIONS,
        listeners=(telling.listener(), sealer.listener()),
        stop=stop,
        ready=lead,
    )
    sealer.stop()
