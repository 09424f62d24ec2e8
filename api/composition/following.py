"""The follower process: read models, outbox, subscribers, and signing of heads and checkpoints."""

from __future__ import annotations

import signal
import threading
from collections.abc import Sequence
from types import FrameType

from api.composition.sealing import log_sealer_of, sealer_of
from application.catalogue import DECIDERS
from application.messaging.reactions import MAIL
from application.processes.forget_answers import FORGET_ANSWERS
from application.processes.link_files import LINK_FILES
from application.processes.waiting_devices import WAITING_DEVICES
from application.reactions import Reaction
from infrastructure.bus import Announcer
from infrastructure.event_store.follower import run_followers
from infrastructure.event_store.members import Member
from infrastructure.event_store.registry import EventRegistry
from infrastructure.heartbeat import Heart
from infrastructure.long_lived import settle
from infrastructure.oversight import watch
from infrastructure.oversight.origins import GeoFile, Origins
from infrastructure.oversight.thresholds import load_thresholds
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.readiness import announce_ready
from infrastructure.secret_checks import LOG_KEY, signed_with
from infrastructure.settings import Settings
from infrastructure.telling import Telling
from infrastructure.watchdog import end_watch, end_when_hung
from projections.catalogue import PROJECTIONS

REACTIONS: tuple[Reaction, ...] = (MAIL, LINK_FILES, WAITING_DEVICES, FORGET_ANSWERS)
# Those who go on from the day they were added on: what is past has been reacted to.
FROM_NOW_ON = (*(reaction.name for reaction in REACTIONS), watch.NAME)


def watchers(settings: Settings) -> Sequence[Member]:
    """The detectors, which find what is suspicious in what happens."""
    sight = watch.Sight(KeyWrapping(settings.kek), Origins(settings.auth_secret, GeoFile(settings.geo_file)))
    return (watch.Watch(sight, load_thresholds()),)


def follow(settings: Settings) -> None:
    """Follow until the process is told to end."""
    stop = threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    telling = Telling(settings.projector_database_url, Announcer(settings.redis_url))
    sealer, log_sealer = sealer_of(settings), log_sealer_of(settings)
    end_when_hung()

    def lead() -> None:
        sealer.start()
        log_sealer.start()
        settle()
        announce_ready()

    with Heart(settings.redis_url, "followers", signed_with(settings.log_key_file)[LOG_KEY]):
        run_followers(
            settings.projector_database_url,
            EventRegistry(DECIDERS),
            KeyWrapping(settings.kek),
            PROJECTIONS,
            reactions=REACTIONS,
            watchers=watchers(settings),
            listeners=(telling.listener(), sealer.listener()),
            stop=stop,
            ready=lead,
        )
    end_watch()
    sealer.stop()
    log_sealer.stop()
