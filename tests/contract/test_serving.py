"""The sockets of the laboratory's servers."""

import socket

from experiments.serving.starting import address, listening_on


def test_an_answer_does_not_wait_for_its_second_part_and_a_browser_understands_its_address():
    """Without TCP_NODELAY each took 40 ms longer; an IPv6 address is in brackets, the token follows a #."""
    with listening_on("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    assert address("::1", 80, None) == "http://[::1]:80/"
    assert address("10.0.0.7", 81, "abc") == "http://10.0.0.7:81/#token=abc"
