"""The host of a request and of its redirects is looked up once, and the address that was judged is connected to.

The names are those of a fake resolver, and what counts as public in it is a server on the loopback.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler

import pytest
from iiif_helpers import QUICK, IIIFServer, reply, running_server

from core.jobs.download.http_get import TransferError, open_address
from core.jobs.download.reachable_host import host_of, is_public

PUBLIC = "93.184.216.34"
OTHER_PUBLIC = "93.184.216.35"


@dataclass
class Network:
    """Answers of the resolver by name, one after the other, the last for good; and the servers at public addresses."""

    answers: dict[str, list[list[str]]] = field(default_factory=dict)
    servers: dict[str, IIIFServer] = field(default_factory=dict)
    looked_up: list[str] = field(default_factory=list)
    reached: list[str] = field(default_factory=list)


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    found = Network()
    real = socket.getaddrinfo

    def getaddrinfo(host: str, port: int, *rest: int, **options: int) -> list[tuple]:
        if host not in found.answers:
            return real(host, port, *rest, **options)
        found.looked_up.append(host)
        answers = found.answers[host]
        places = answers.pop(0) if len(answers) > 1 else answers[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (place, port)) for place in places]

    class LoopbackSocket(socket.socket):
        def connect(self, address: tuple[str, int]) -> None:
            found.reached.append(address[0])
            server = found.servers.get(address[0])
            if server is None:
                assert address[0] == "127.0.0.1", "a test may not leave this computer"
            super().connect(address if server is None else ("127.0.0.1", int(server.host.rpartition(":")[2])))

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(socket, "socket", LoopbackSocket)
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    return found


@pytest.fixture
def server() -> Iterator[IIIFServer]:
    with running_server() as running:
        yield running


@pytest.fixture
def elsewhere() -> Iterator[IIIFServer]:
    with running_server() as running:
        yield running


def get(address: str, *agreed: str) -> bytes:
    with open_address(
        address, {}, agreed_hosts={host_of(each) for each in agreed}, retry=QUICK, should_stop=lambda: False
    ) as response:
        return b"".join(response.chunks())


def test_redirect_goes_to_the_address_that_was_checked(
    server: IIIFServer, elsewhere: IIIFServer, network: Network
) -> None:
    port = server.host.rpartition(":")[2]
    hosts: list[str | None] = []

    def public_page(handler: BaseHTTPRequestHandler) -> None:
        hosts.append(handler.headers.get("Host"))
        reply(handler, b"public")

    elsewhere.routes["/secret"] = public_page
    network.servers[PUBLIC] = elsewhere
    network.answers["rebind.example"] = [[PUBLIC], ["127.0.0.1"]]
    server.routes["/start"] = lambda handler: reply(
        handler, b"", status=302, Location=f"http://rebind.example:{port}/secret"
    )
    server.add("/secret", b"of this computer")
    assert get(f"{server.url}/start", server.url) == b"public"
    assert server.paths() == ["/start"] and hosts == [f"rebind.example:{port}"]
    assert network.looked_up == ["rebind.example"]


def test_host_that_redirects_to_itself_is_looked_up_once(
    server: IIIFServer, elsewhere: IIIFServer, network: Network
) -> None:
    port = server.host.rpartition(":")[2]
    network.servers[PUBLIC] = elsewhere
    network.answers["archive.example"] = [[PUBLIC], ["127.0.0.1"]]
    elsewhere.routes["/start"] = lambda handler: reply(
        handler, b"", status=302, Location=f"http://ARCHIVE.example:{port}/secret"
    )
    elsewhere.add("/secret", b"public")
    server.add("/secret", b"of this computer")
    start = f"http://archive.example:{port}/start"
    assert get(start, start) == b"public"
    assert server.paths() == [] and network.looked_up == ["archive.example"]


def test_name_with_one_private_address_is_refused(server: IIIFServer, elsewhere: IIIFServer, network: Network) -> None:
    network.servers[PUBLIC] = elsewhere
    network.answers["both.example"] = [[PUBLIC, "127.0.0.1"]]
    server.routes["/start"] = lambda handler: reply(handler, b"", status=302, Location="http://both.example/")
    with pytest.raises(TransferError, match=r"private network \(both\.example\)"):
        get(f"{server.url}/start", server.url)
    assert elsewhere.paths() == []


def test_first_address_must_be_public_or_agreed_to(server: IIIFServer, network: Network) -> None:
    with pytest.raises(TransferError, match="private network"):
        get(f"{server.url}/start")
    assert server.paths() == []


def test_next_address_is_tried_when_the_first_does_not_answer(server: IIIFServer, network: Network) -> None:
    closed = IIIFServer()
    closed.close()
    network.servers |= {PUBLIC: closed, OTHER_PUBLIC: server}
    network.answers["two.example"] = [[PUBLIC, OTHER_PUBLIC]]
    server.add("/page", b"found")
    assert get("http://two.example/page") == b"found"
    assert network.reached == [PUBLIC, OTHER_PUBLIC]


def test_certificate_is_that_of_the_name(server: IIIFServer, network: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str | None, ssl.VerifyMode, bool]] = []

    class Unencrypted(ssl.SSLContext):
        def wrap_socket(self, sock: socket.socket, *, server_hostname: str | None = None) -> socket.socket:
            asked.append((server_hostname, self.verify_mode, self.check_hostname))
            return sock

    monkeypatch.setattr("truststore.SSLContext", Unencrypted)
    network.servers[PUBLIC] = server
    network.answers["secure.example"] = [[PUBLIC]]
    server.add("/page", b"found")
    assert get("https://secure.example/page") == b"found"
    assert asked == [("secure.example", ssl.CERT_REQUIRED, True)] and network.reached == [PUBLIC]


def test_proxy_of_the_person_is_used_and_private_hosts_behind_it_are_refused(
    server: IIIFServer, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", server.url)
    network.answers |= {"public.example": [[PUBLIC]], "router.example": [["192.168.1.1"]]}
    server.add("http://public.example/page", b"through the proxy")
    assert get("http://public.example/page") == b"through the proxy"
    server.routes["http://public.example/hop"] = lambda handler: reply(
        handler, b"", status=302, Location="http://router.example/"
    )
    with pytest.raises(TransferError, match="private network"):
        get("http://public.example/hop")
    assert server.paths() == ["http://public.example/page", "http://public.example/hop"]


@pytest.mark.parametrize(
    "address",
    [
        "8.8.8.8",
        "2606:4700::1",
        "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8",
        "64:ff9b:1:fffe::8.8.8.8",
        "2002:808:808::1",
        "2001:0:808:808::f7f7:f7f7",
    ],
)
def test_public_addresses(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.0.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "::",
        "::127.0.0.1",
        "fe80::1%eth0",
        "fec0::1",
        "fd00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:0:127.0.0.1",
        "64:ff9b::127.0.0.1",
        "64:ff9b::10.0.0.1",
        "64:ff9b:1::127.0.0.1",
        "64:ff9b:1:0:7f:0:100:0",
        "2002:7f00:1::1",
        "2002:c0a8:101::1",
        "2001:0:808:808::80ff:fffe",
        "2001:0:7f00:1::f7f7:f7f7",
    ],
)
def test_private_addresses_in_every_form(address: str) -> None:
    assert not is_public(address)
