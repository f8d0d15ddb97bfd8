"""Which address counts as the visitor's if requests pass through proxies. Source: RFC 7239 §5.2 and §8.1. Only the last entries of the
header are used, because only these were written by trusted proxies."""

import pytest

from service.proxies import client_of, is_local, networks, place_of

PROXY, VISITOR, INVENTED = "10.0.0.1", "198.51.100.7", "203.0.113.9"


@pytest.mark.parametrize(
    ("trusted", "peer", "header", "client"),
    [
        ("", VISITOR, None, VISITOR),
        ("", VISITOR, INVENTED, VISITOR),  # no proxy is trusted
        ("10.0.0.0/8", VISITOR, INVENTED, VISITOR),  # the visitor wrote the header
        ("10.0.0.0/8", PROXY, VISITOR, VISITOR),
        ("10.0.0.0/8", PROXY, f"{INVENTED}, {VISITOR}", VISITOR),  # the visitor sent a header, and the proxy added an entry
        ("10.0.0.0/8", PROXY, f"{INVENTED}, {VISITOR}, 10.0.0.2", VISITOR),  # the request passed two proxies
        ("10.0.0.0/8", PROXY, None, PROXY),
        ("10.0.0.0/8", PROXY, "", PROXY),
        ("10.0.0.0/8", PROXY, "unknown", PROXY),
        ("10.0.0.0/8", PROXY, f"{VISITOR}, _hidden", PROXY),
        ("10.0.0.0/8", PROXY, "10.0.0.9", "10.0.0.9"),  # a visitor in the proxies' own network
        ("::1", "::1", "2001:db8::7", "2001:db8::7"),
        ("127.0.0.1", "::ffff:127.0.0.1", VISITOR, VISITOR),
        ("127.0.0.1", "", VISITOR, ""),
    ],
)
def test_the_address_of_a_visitor_is_the_one_that_trusted_proxies_name(trusted: str, peer: str, header: str | None, client: str) -> None:
    environ = {"REMOTE_ADDR": peer} | ({} if header is None else {"HTTP_X_FORWARDED_FOR": header})
    assert client_of(environ, networks(trusted)) == client


@pytest.mark.parametrize(
    ("client", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("no address", "no address"),
    ],
)
def test_ipv6_addresses_with_the_same_first_64_bits_are_counted_as_one_visitor(client: str, place: str) -> None:
    assert place_of(client) == place


@pytest.mark.parametrize(
    ("environ", "local"),
    [
        ({"REMOTE_ADDR": "127.0.0.1"}, True),
        ({"REMOTE_ADDR": "127.8.0.1"}, True),
        ({"REMOTE_ADDR": "::1"}, True),
        ({"REMOTE_ADDR": "::ffff:127.0.0.1"}, True),
        ({"REMOTE_ADDR": VISITOR}, False),
        ({"REMOTE_ADDR": ""}, False),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": VISITOR}, False),  # a proxy on this machine that is not named in the settings
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_FORWARDED": "for=127.0.0.1"}, False),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_REAL_IP": "127.0.0.1"}, False),
    ],
)
def test_a_request_that_a_proxy_passed_on_does_not_come_from_this_machine(environ: dict[str, str], local: bool) -> None:
    assert is_local(environ) is local
