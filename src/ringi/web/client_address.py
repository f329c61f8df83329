"""Where a request really comes from: the connection's address, or what a trusted proxy says about it.

A header is believed only from a proxy that the operator named, and read from the right, because each proxy writes
behind what it was given: the first address that is no trusted proxy is the client's. What stands left of it is the
client's own claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.requests import HTTPConnection

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

FORWARDING = ("x-forwarded-for", "forwarded", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")
"""Headers that only a proxy between the browser and us has a reason to set."""
HOPS = 64
"""Addresses of a header that are looked at, from the right."""
_FOR = re.compile(r'(?:^|;)\s*for\s*=\s*("[^"]{0,100}"|[^;\s"]{1,100})\s*(?:;|$)', re.IGNORECASE)
_WITH_PORT = re.compile(r"\[([0-9a-fA-F:.]{2,45})\](?::\d{1,5})?|([0-9.]{7,15}):\d{1,5}")


def trusted_networks(names: Iterable[str]) -> tuple[Network, ...]:
    return tuple(ip_network(name, strict=False) for name in names)


def peer_address(connection: HTTPConnection) -> str:
    """The other end of the connection, whatever its headers say."""
    return connection.client.host if connection.client else ""


def was_forwarded(connection: HTTPConnection) -> bool:
    """A proxy has passed this on."""
    return any(name in connection.headers for name in FORWARDING)


def client_address(connection: HTTPConnection, trusted: Sequence[Network]) -> str:
    """The client behind the trusted proxies, as it is counted: one address, or the network of one IPv6 customer."""
    near = parsed(peer_address(connection))
    if near is None:
        return peer_address(connection)
    return counted(_behind(near, connection, trusted))


def _behind(near: Address, connection: HTTPConnection, trusted: Sequence[Network]) -> Address:
    """Of two headers that disagree one is the client's own: then neither is believed."""
    if not is_trusted(near, trusted):
        return near
    headers = connection.headers
    said = (_listed(headers.getlist("x-forwarded-for")), _named(headers.getlist("forwarded")))
    found = {_first_untrusted(near, hops, trusted) for hops in said if hops}
    return found.pop() if len(found) == 1 else near


def _first_untrusted(near: Address, hops: list[str], trusted: Sequence[Network]) -> Address:
    for hop in reversed(hops[-HOPS:]):
        address = parsed(hop)
        if address is None:
            return near
        near = address
        if not is_trusted(near, trusted):
            return near
    return near


def _listed(lines: list[str]) -> list[str]:
    return [hop.strip() for line in lines for hop in line.split(",") if hop.strip()]


def _named(lines: list[str]) -> list[str]:
    """The `for` of each element of `Forwarded` (RFC 7239); one without stands as unknown."""
    elements = [element for line in lines for element in line.split(",") if element.strip()]
    return [found[1].strip('"') if (found := _FOR.search(element)) else "unknown" for element in elements]


def parsed(text: str) -> Address | None:
    """An address as proxies write it: with or without brackets and port; an IPv4 one also in IPv6 clothes."""
    with_port = _WITH_PORT.fullmatch(text)
    bare = (with_port[1] or with_port[2]) if with_port else text.partition("%")[0]
    try:
        address = ip_address(bare)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def is_trusted(address: Address, trusted: Sequence[Network]) -> bool:
    return any(address.version == network.version and address in network for network in trusted)


def counted(address: Address) -> str:
    """What tries are counted under: one customer has a whole /64 of IPv6 addresses to come from."""
    if isinstance(address, IPv6Address) and not address.is_loopback:
        return str(ip_network(f"{address}/64", strict=False))
    return str(address)
