"""Profiles: the people and things that papers and tasks belong to, each of one type and in one group."""

from __future__ import annotations

from typing import get_args

from domain.kernel import Decider
from domain.work.profiles.facts import ProfileCommand, ProfileEvent
from domain.work.profiles.rules import decide
from domain.work.profiles.state import Profile, evolve

PROFILE: Decider[ProfileCommand, Profile, ProfileEvent] = Decider(
    "profile", get_args(ProfileEvent), decide, evolve
)
