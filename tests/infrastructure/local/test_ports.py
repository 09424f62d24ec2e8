"""A port is taken when anybody holds it, on whichever of the two addresses `localhost` stands for."""

import errno
import socket

import pytest

from infrastructure.local.ports import free_port, is_taken


@pytest.mark.parametrize(
    ("family", "address"),
    [
        (socket.AF_INET, "127.0.0.1"),
        (socket.AF_INET, "0.0.0.0"),
        (socket.AF_INET6, "::1"),
        (socket.AF_INET6, "::"),
    ],
)
def test_a_port_that_somebody_listens_on_is_taken(family: socket.AddressFamily, address: str) -> None:
    port = free_port()
    assert not is_taken(port)
    with socket.socket(family) as other:
        try:
            other.bind((address, port))
        except OSError as refusal:
            # Without IPv6 nobody can hold a port there.
            assert refusal.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
            return
        other.listen()
        assert is_taken(port)
    assert not is_taken(port)
