"""A port is taken when anybody holds it, on whichever of the two addresses `localhost` stands for."""

import socket
from pathlib import Path

import pytest

from infrastructure.local.ports import free_port, is_taken

FAMILIES = [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET, "0.0.0.0")]
if socket.has_ipv6 and Path("/proc/net/if_inet6").exists():
    FAMILIES += [(socket.AF_INET6, "::1"), (socket.AF_INET6, "::")]


@pytest.mark.parametrize(("family", "address"), FAMILIES)
def test_a_port_that_somebody_listens_on_is_taken(family: socket.AddressFamily, address: str) -> None:
    port = free_port()
    assert not is_taken(port)
    with socket.socket(family) as other:
        other.bind((address, port))
        other.listen()
        assert is_taken(port)
    assert not is_taken(port)
