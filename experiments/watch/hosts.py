"""Addresses that only programs of this machine reach."""

import ipaddress


def is_local(host: str) -> bool:
    """Whether only programs of this machine reach an address."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
