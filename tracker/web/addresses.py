"""Which address leads a phone to this server: the links and the QR never say «localhost»."""

import contextlib
import ipaddress
import socket
import struct
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

NO_NETWORK: Final = "no_network"
ONLY_THIS_MACHINE: Final = "only_this_machine"
_VIRTUAL: Final = ("docker", "br-", "veth", "virbr", "vmnet", "cni", "flannel")
_SIOCGIFADDR: Final = 0x8915

Why = Literal["no_network", "only_this_machine"]


@dataclass(frozen=True, slots=True)
class Asked:
    """How a request reached us, as far as trusted proxies tell. port: the one this server has open."""

    scheme: str
    host: str
    prefix: str
    port: int


@dataclass(frozen=True, slots=True)
class Reach:
    """base: what links begin with, "" when there is no address a phone could open. why: what stands
    in the way of phones, else None. choices: the machine's addresses the host may choose among.
    """

    base: str
    why: Why | None = None
    choices: tuple[str, ...] = ()

    @property
    def typed(self) -> str:
        """The address as one types it into a phone: ``192.168.1.23:8000``."""
        return self.base.partition("://")[2]


def reach(
    asked: Asked, *, public_url: str | None, bound: str, chosen: str | None, machine: Sequence[str]
) -> Reach:
    """The address for phones, in the contract's order: the configured one; the one the request came
    by; when that is loopback, the machine's own, the host's choice first.

    bound: what the server listens on. machine: this machine's addresses, the best first.
    """
    own = _host_only(asked.host)
    mine = tuple(address for address in machine if _listens(bound, address))
    if public_url:
        return Reach(public_url)
    if not _loopback(own) and own not in machine:
        return Reach(f"{asked.scheme}://{asked.host}{asked.prefix}")
    choices = mine or tuple(machine)
    if chosen in choices:
        address = chosen
    elif not _loopback(own):
        return Reach(f"{asked.scheme}://{asked.host}{asked.prefix}", choices=choices)
    elif choices:
        address = choices[0]
    else:
        return Reach(asked.prefix, NO_NETWORK)
    base = f"{asked.scheme}://{_bracketed(address)}{_port(asked.scheme, asked.port)}{asked.prefix}"
    return Reach(base, None if mine else ONLY_THIS_MACHINE, choices)


def same_address(text: str) -> str | None:
    """An IP address in its usual writing; None when ``text`` is none."""
    try:
        return str(ipaddress.ip_address(text.strip().strip("[]")))
    except ValueError:
        return None


# --- What this machine has ------------------------------------------------------------------------

_known: tuple[float, tuple[str, ...]] = (float("-inf"), ())


def machine_addresses() -> tuple[str, ...]:
    """This machine's addresses on its networks, the default route's first; looked up every few seconds."""
    global _known
    now = time.monotonic()
    if now - _known[0] > 3:
        _known = (now, _look_up())
    return _known[1]


def _look_up() -> tuple[str, ...]:
    routed = [_route(socket.AF_INET, "192.0.2.1"), _route(socket.AF_INET6, "2001:db8::1")]
    four, six = _interfaces(), _interfaces_six()
    # The usual way in comes first, and IPv4 before IPv6: it is shorter to type and to scan.
    return tuple(_usable([*routed[:1], *four, *routed[1:], *six]))


def _route(family: int, towards: str) -> str:
    """The address a packet out of the house would bear; nothing is sent."""
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((towards, 9))
        return str(probe.getsockname()[0])
    return ""


def _interfaces() -> list[str]:
    """The IPv4 address of each interface, virtual ones last."""
    found: list[tuple[bool, str]] = []
    with contextlib.suppress(OSError, ImportError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        import fcntl  # there is none on Windows

        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, struct.pack("256s", name[:15].encode()))
                found.append((name.startswith(_VIRTUAL), socket.inet_ntoa(answer[20:24])))
    if not found:
        with contextlib.suppress(OSError):
            found = [(False, name) for name in socket.gethostbyname_ex(socket.gethostname())[2]]
    return [address for _, address in sorted(found, key=lambda item: item[0])]


def _interfaces_six() -> list[str]:
    with contextlib.suppress(OSError):
        lines = Path("/proc/net/if_inet6").read_text().splitlines()
        return [str(ipaddress.IPv6Address(bytes.fromhex(line.split()[0]))) for line in lines]
    return []


def _usable(addresses: Iterable[str]) -> list[str]:
    """Without blanks, repeats, and what no phone can open."""
    seen: dict[str, None] = {}
    for text in addresses:
        with contextlib.suppress(ValueError):
            address = ipaddress.ip_address(text)
            if not (
                address.is_loopback or address.is_unspecified or address.is_link_local or address.is_multicast
            ):
                seen[str(address)] = None
    return list(seen)


# --- Hosts as text ----------------------------------------------------------------------------------


def _host_only(host: str) -> str:
    """A ``Host`` header without its port and brackets."""
    return (urlsplit(f"//{host}").hostname or "").removesuffix(".")


def _loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost") or not host:
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    inner = getattr(address, "ipv4_mapped", None) or address
    return bool(inner.is_loopback or inner.is_unspecified)


def _listens(bound: str, address: str) -> bool:
    """Whether a server bound to ``bound`` hears what is sent to ``address``."""
    if bound in ("", "::"):
        return True
    if bound == "0.0.0.0":  # noqa: S104  compared, not bound
        return ":" not in address
    return same_address(bound) == address


def _bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def _port(scheme: str, port: int) -> str:
    return "" if port == {"http": 80, "https": 443}.get(scheme) else f":{port}"
