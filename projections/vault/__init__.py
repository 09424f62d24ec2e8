"""Keys, as they are served: the log, the tree over it, devices and wraps."""

from projections.kernel import Projection
from projections.vault import account_heads, account_tree, chains, key_log, keys

PROJECTIONS: tuple[Projection, ...] = (
    keys.PROJECTION,
    key_log.PROJECTION,
    account_tree.PROJECTION,
    chains.PROJECTION,
    account_heads.PROJECTION,
)
