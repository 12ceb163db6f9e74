"""Connections to hosts that are looked up and judged once, so that no second answer can lead elsewhere.

A name that is public when it is checked and 127.0.0.1 when it is connected to (DNS rebinding) would otherwise reach the
private network of the person.
"""

import ipaddress
import socket
from collections.abc import Collection
from ipaddress import IPv4Address, IPv6Address, IPv6Network
from urllib.parse import urlsplit

from core.language import tr

_LAST_32_BITS = tuple(map(IPv6Network, ("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96")))
"""Networks whose addresses end in the IPv4 address that they lead to: compatible, mapped, translated, NAT64."""
_LOCAL_NAT64 = IPv6Network("64:ff9b:1::/48")
_LOCAL_NAT64_MIDDLE = 0xFFFFFFFF << 32
"""Bits that are zero where the IPv4 address is the last 32 bits; elsewhere it depends on the translator."""


class PrivateHostError(Exception):
    """A host in a private network, or this computer, that nobody agreed to."""

    def __init__(self, host: str) -> None:
        super().__init__(tr("it redirects into a private network ({host})", host=host))


class ReachableHosts:
    """The hosts of one request and its redirects. Each is looked up once; connections go to the addresses found.

    ``agreed_hosts``, as :func:`host_of` names them, may be in a private network; all others must be public.
    """

    def __init__(self, agreed_hosts: Collection[str]) -> None:
        self._agreed_hosts = frozenset(agreed_hosts)
        self._found: dict[tuple[str, int], list[tuple]] = {}

    def connect(self, address: str, host: str, port: int, timeout: float | None) -> socket.socket:
        """Return a connection to the host that ``address`` names. Raises PrivateHostError and OSError."""
        failure = OSError(f"{host} has no address")
        for family, kind, protocol, _, place in self._checked(address, host, port):
            connection = socket.socket(family, kind, protocol)
            try:
                connection.settimeout(timeout)
                connection.connect(place)
                return connection
            except OSError as error:
                connection.close()
                failure = error
        raise failure

    def check(self, address: str) -> None:
        """Raise PrivateHostError for a private host that a proxy would connect to. An unknown name is not private."""
        parts = urlsplit(address)
        try:
            self._checked(address, parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80))
        except (OSError, UnicodeError):
            return

    def _checked(self, address: str, host: str, port: int) -> list[tuple]:
        key = (host.casefold(), port)
        if key not in self._found:
            self._found[key] = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        found = self._found[key]
        if host_of(address) not in self._agreed_hosts and not all(is_public(str(place[0])) for *_, place in found):
            raise PrivateHostError(host_of(address))
        return found


def host_of(address: str) -> str:
    """Return the host and port that an address names."""
    return urlsplit(address).netloc.casefold()


def is_public(address: str) -> bool:
    """Return whether an IP address is of the public internet; a form that holds IPv4 addresses is judged by these."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        if ip in _LOCAL_NAT64 and int(ip) & _LOCAL_NAT64_MIDDLE:
            return False
        if inside := _ipv4_inside(ip):
            return all(address.is_global and not address.is_multicast for address in inside)
        if ip.is_site_local:
            return False
    return ip.is_global and not ip.is_multicast


def _ipv4_inside(ip: IPv6Address) -> tuple[IPv4Address, ...]:
    """Return the IPv4 addresses that an IPv6 address leads to by a translator or a tunnel, none for an ordinary one."""
    if ip.teredo is not None:
        return ip.teredo
    if ip.sixtofour is not None:
        return (ip.sixtofour,)
    if ip in _LOCAL_NAT64 or any(ip in network for network in _LAST_32_BITS):
        return (IPv4Address(int(ip) & 0xFFFFFFFF),)
    return ()
