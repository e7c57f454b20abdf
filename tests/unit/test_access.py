"""Servers of this machine: which hosts, origins, tokens and paths are let in, and what answers tell the browser."""

from contextlib import nullcontext

import pytest
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

from engine.errors import UserError
from experiments.serving.access import AccessCheck, Safe
from experiments.serving.requests import HANDLERS, LARGEST_QUESTION, asked_object
from experiments.serving.starting import check_guarded
from tests.support.watching import HERE, Client, refused
from viewer.access import is_local


async def answer(request):
    """Any answer."""
    return JSONResponse({})


async def echo(request):
    """What was asked."""
    return JSONResponse(await asked_object(request))


def server(host="127.0.0.1", token=None):
    """A page and an interface behind the checks."""
    routes = [
        Route("/", answer),
        Route("/api/games", answer, methods=["GET", "POST"]),
        Route("/api/ask", echo, methods=["POST"]),
    ]
    return Safe(AccessCheck(Starlette(routes=routes, exception_handlers=HANDLERS), host, token))


@pytest.fixture
def client():
    """Asks it on this machine."""
    return Client(server())


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "192.168.0.5", "", "["]
)
def test_another_name_for_this_machine_is_refused(client, host):
    """DNS rebinding: a foreign page's own name that suddenly points here."""
    refused(client.get("/api/games", headers={"host": host}), 403, "use the address that it printed")


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST"])
def test_this_machine_s_own_names_are_let_through(client, host):
    """With any port: a tunnel may end on another."""
    assert client.get("/api/games", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:9999", "http://[", ""])
def test_a_foreign_page_may_not_ask(client, origin):
    """Its browser says where it comes from."""
    answered = client.post("/api/games", headers={"origin": origin})
    refused(answered, 403, "only the window's own page may")
    assert answered.headers["x-content-type-options"] == "nosniff"  # refusals tell the browser the same
    assert client.get("/api/games", headers={"origin": HERE}).status_code == 200


@pytest.mark.parametrize(
    "given", [{}, {"authorization": "Bearer wrong"}, {"authorization": "s3cret"}, {"authorization": "Bearer "}]
)
def test_with_a_token_nothing_is_answered_without_it(given):
    """From other machines and from this one; the page alone is the same for everybody."""
    client = Client(server("0.0.0.0", "s3cret"), "http://10.0.0.7:8000")
    refused(client.get("/api/games", headers=given), 403, "the token is missing or wrong")
    assert client.get("/api/games", headers={"authorization": "Bearer s3cret"}).status_code == 200
    assert client.get("/").status_code == 200


@pytest.mark.parametrize(
    ("host", "token", "complaint"),
    [("0.0.0.0", None, "choose a word"), ("127.0.0.1", "a b", "letters and digits"), ("127.0.0.1", None, None)],
)
def test_another_machine_needs_a_token(host, token, complaint):
    """Before the server listens."""
    with pytest.raises(UserError, match=complaint) if complaint else nullcontext():
        check_guarded(host, token)


def test_a_question_that_is_too_long_is_not_read(client):
    """It would fill the memory of the server."""
    question = {"text": "x" * (LARGEST_QUESTION - 20)}
    assert client.post("/api/ask", json=question).json() == question
    refused(client.post("/api/ask", json={"text": "x" * LARGEST_QUESTION}), 413, "bytes were sent")


OURS = ["127.0.0.1", "127.9.9.9", "::1", "localhost"]


@pytest.mark.parametrize("host", [*OURS, "0.0.0.0", "10.0.0.7", "::", "example.org", "localhost.example.org"])
def test_which_addresses_are_this_machine_s_own(host):
    """All others need a token."""
    assert is_local(host) == (host in OURS)


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/nothing"])
def test_every_answer_tells_the_browser_what_it_may_do(client, path):
    """Pages, games and errors: nothing from elsewhere, no guessing of types, no frame around it, no copy."""
    told = client.get(path).headers
    assert told["content-security-policy"].startswith("default-src 'self';")
    assert "frame-ancestors 'none'" in told["content-security-policy"]
    # the page may compile its kernels, and run no text
    assert "script-src 'self' 'wasm-unsafe-eval';" in told["content-security-policy"]
    assert told["x-content-type-options"] == "nosniff"
    assert told["cross-origin-resource-policy"] == "same-origin"
    assert told["cache-control"] == "no-store"
