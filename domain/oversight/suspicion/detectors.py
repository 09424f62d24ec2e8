"""Every detector there is, and one step of all that watch what was seen."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping

from domain.kernel import Value
from domain.oversight.suspicion.arrivals import (
    DORMANT_RETURN,
    IMPOSSIBLE_TRAVEL,
    NEW_DEVICE,
    SUCCESS_AFTER_FAILURES,
)
from domain.oversight.suspicion.copies import CLONED_PASSKEY, IMPERSONATION, SESSION_REUSE
from domain.oversight.suspicion.detector import AnyDetector
from domain.oversight.suspicion.findings import Finding
from domain.oversight.suspicion.guessing import (
    CREDENTIAL_STUFFING,
    OTP_BRUTE_FORCE,
    PASSWORD_BRUTE_FORCE,
    PASSWORD_SPRAY,
)
from domain.oversight.suspicion.observations import Observation
from domain.oversight.suspicion.thresholds import Thresholds

DETECTORS: tuple[AnyDetector, ...] = (
    OTP_BRUTE_FORCE,
    PASSWORD_BRUTE_FORCE,
    PASSWORD_SPRAY,
    CREDENTIAL_STUFFING,
    SUCCESS_AFTER_FAILURES,
    NEW_DEVICE,
    IMPOSSIBLE_TRAVEL,
    CLONED_PASSKEY,
    SESSION_REUSE,
    DORMANT_RETURN,
    IMPERSONATION,
)

# A state belongs to one detector and one key.
StateKey = tuple[str, str]
States = MutableMapping[StateKey, Value]


def concerned(seen: Observation, thresholds: Thresholds) -> Iterator[tuple[AnyDetector, StateKey]]:
    """The detectors that watch this, each with the key of its state."""
    for detector in DETECTORS:
        if isinstance(seen, detector.watches) and detector.is_enabled(thresholds):
            key = detector.key_of(seen)
            if key is not None:
                yield detector, (detector.id, key)


def watch(states: States, seen: Observation, thresholds: Thresholds) -> list[Finding]:
    """Let every detector take one step; `states` are moved on."""
    found: list[Finding] = []
    for detector, key in concerned(seen, thresholds):
        states[key], findings = detector.step(states.get(key), seen, thresholds)
        found.extend(findings)
    return found
