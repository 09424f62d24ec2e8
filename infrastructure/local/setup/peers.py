"""Programs of others that tests and benches talk to; the product itself never needs them."""

from infrastructure.local.node import SHIMS
from infrastructure.local.places import CHECKOUT
from infrastructure.local.setup import npm

FOLDER = CHECKOUT / "tests" / "peers"
NODE = str(SHIMS / "node")


def install() -> None:
    npm.install(FOLDER, "packages that tests talk to", stamp_name="peers")
