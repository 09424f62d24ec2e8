"""The contracts of the eventsourcing library, kept by our log."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent, Tracking

from infrastructure.event_store.notifier import EVENTS, Notifier
from infrastructure.event_store.places import Places
from infrastructure.event_store.recorder import LogRecorder
from infrastructure.event_store.writer import GroupCommit


@pytest.fixture
def recorder(app_database_url: str) -> Iterator[LogRecorder]:
    notifier = Notifier(app_database_url, EVENTS)
    writer = GroupCommit(app_database_url, notifier.tell)
    recorder = LogRecorder(app_database_url, writer)
    notifier.start()
    writer.start()
    recorder.open()
    yield recorder
    writer.stop()
    notifier.stop()
    recorder.close()


def blow(stream, version: int, topic: str = "blow.struck") -> StoredEvent:
    return StoredEvent(stream, version, topic, b'{"n":%d}' % version)


def test_events_are_selected_as_the_library_asks(recorder: LogRecorder) -> None:
    assert recorder.max_notification_id() is None
    stream, other = uuid4(), uuid4()
    events = [blow(stream, version) for version in (1, 2, 3)]
    assert recorder.insert_events(events) == (1, 2, 3)
    assert recorder.insert_events([blow(other, 1, "rest.taken")]) == (4,)
    assert recorder.select_events(stream) == events
    assert recorder.select_events(stream, gt=1, lte=2) == events[1:2]
    assert recorder.select_events(stream, desc=True, limit=1) == events[2:]
    assert recorder.max_notification_id() == 4
    assert [n.id for n in recorder.select_notifications(2, 10)] == [2, 3, 4]
    assert [n.id for n in recorder.select_notifications(2, 10, inclusive_of_start=False)] == [3, 4]
    assert [n.id for n in recorder.select_notifications(None, 10, stop=3, topics=["blow.struck"])] == [
        1,
        2,
        3,
    ]
    assert [n.id for n in recorder.select_notifications(1, 10, topics=["rest.taken"])] == [4]
    found = recorder.select_notifications(4, 1)[0]
    assert (found.originator_id, found.originator_version, found.state) == (other, 1, b'{"n":1}')


def test_a_version_is_recorded_once(recorder: LogRecorder) -> None:
    stream = uuid4()
    recorder.insert_events([blow(stream, 1)])
    for version in (1, 3):
        with pytest.raises(IntegrityError):
            recorder.insert_events([blow(stream, version)])
    assert recorder.max_notification_id() == 1


def test_a_subscription_goes_on_with_what_comes(recorder: LogRecorder) -> None:
    stream = uuid4()
    recorder.insert_events([blow(stream, version) for version in (1, 2)])
    with recorder.subscribe(gt=1) as subscription:
        assert next(subscription).id == 2
        recorder.insert_events([blow(stream, 3)])
        assert next(subscription).id == 3


def test_a_place_only_moves_forward(database_url: str, projector_database_url: str) -> None:
    with psycopg.connect(projector_database_url, autocommit=True) as connection:
        places = Places(connection, ["one"])
        assert places.max_tracking_id("one") is None
        places.start_at_end(["one"])
        assert places.max_tracking_id("one") == 0
        places.insert_tracking(Tracking("one", 5))
        for position in (5, 4):
            with pytest.raises(IntegrityError):
                places.insert_tracking(Tracking("one", position))
        assert places.has_tracking_id("one", 5)
        assert not places.has_tracking_id("one", 6)
