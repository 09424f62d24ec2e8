"""The tree that profiles stand in: one per account, of ordered groups of one type each and their parts."""

from typing import get_args

from domain.kernel import Decider
from domain.work.profile_tree.facts import TreeCommand, TreeEvent
from domain.work.profile_tree.rules import decide
from domain.work.profile_tree.state import ProfileTree, evolve

PROFILE_TREE: Decider[TreeCommand, ProfileTree, TreeEvent] = Decider(
    "profile_tree", get_args(TreeEvent), decide, evolve, state=ProfileTree, snapshot_version=1
)
