"""Whose request it is: forged headers change nothing, trusted proxies are looked through."""

from types import SimpleNamespace
from typing import Any

import pytest
from litestar.datastructures import Headers

from api.http.session import client_address, neighbourhood
from infrastructure.setting_values import networks


def a_request(host: str | None, forwarded: str | None = None) -> Any:
    headers = Headers({} if forwarded is None else {"X-Forwarded-For": forwarded})
    return SimpleNamespace(client=None if host is None else SimpleNamespace(host=host), headers=headers)


@pytest.mark.parametrize(
    ("proxies", "host", "forwarded", "client"),
    [
        ("", "192.0.2.1", "198.51.100.9", "192.0.2.1"),
        ("10.0.0.0/8", "10.0.0.1", "198.51.100.9", "198.51.100.9"),
        ("10.0.0.0/8", "192.0.2.1", "198.51.100.9", "192.0.2.1"),
        ("10.0.0.0/8", "10.0.0.1", "1.2.3.4, 198.51.100.9", "198.51.100.9"),
        ("10.0.0.0/8", "10.0.0.1", "198.51.100.9, 10.0.0.2", "198.51.100.9"),
        ("10.0.0.0/8", "10.0.0.1", None, "10.0.0.1"),
        ("10.0.0.0/8", "10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.0/8", "10.0.0.1", "10.0.0.2", "10.0.0.2"),
        ("2001:db8::/32", "2001:db8::1", "2001:db9::2", "2001:db9::2"),
        ("10.0.0.0/8", None, "198.51.100.9", None),
    ],
)
def test_the_client_is_the_last_that_is_no_proxy_of_ours(
    proxies: str, host: str | None, forwarded: str | None, client: str | None
):
    assert client_address(networks(proxies))(a_request(host, forwarded)) == client


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("testclient", "testclient"),
        (None, "unknown"),
    ],
)
def test_an_ipv6_client_counts_by_its_network(address: str | None, place: str):
    assert neighbourhood(address) == place
