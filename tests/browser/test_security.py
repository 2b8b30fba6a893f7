"""JupyterLab as `make lab` starts it: who has no token, or comes from another page or machine, gets nothing."""

import json
import socket
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

ELSEWHERE = "data:text/html,<h1>elsewhere</h1>"
READS = "address => fetch(address, {credentials: 'include'}).then(reply => reply.status, () => 'refused')"
OPENS = """address => new Promise(done => {
    const socket = new WebSocket(address);
    socket.onopen = () => done("open");
    socket.onerror = () => done("refused");
})"""


def answer(lab, path, **headers):
    """The status of what the server answers to a request with these headers, and where it led."""
    try:
        with urlopen(Request(lab.server["url"] + path, headers=headers), timeout=30) as reply:
            return reply.status, reply.url
    except HTTPError as error:
        return error.code, error.url


@pytest.mark.parametrize("path", ["api/contents", "api/kernels", "files/00-start-here.ipynb", "api/terminals"])
def test_nothing_is_to_be_had_without_the_token(lab, path):
    for headers in ({}, {"Authorization": "token 0000"}):
        status, url = answer(lab, path, **headers)
        assert status == 403 or "/login" in url
    assert len(lab.server["token"]) >= 40


@pytest.fixture
def page(lab, browser):
    """A reader's browser that is logged in, on JupyterLab's own page."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{lab.server['url']}tree?token={lab.server['token']}")
    yield page
    context.close()


def test_a_page_from_elsewhere_may_not_read(lab, page):
    contents = f"{lab.server['url']}api/contents"
    assert page.evaluate(READS, contents) == 200
    page.goto(ELSEWHERE)
    assert page.evaluate(READS, contents) == "refused"


def test_a_name_that_leads_here_is_not_ours(lab):
    """Another's DNS may give this machine a name, so that its pages are from "here"."""
    token = f"token {lab.server['token']}"
    assert answer(lab, "api/contents", Authorization=token)[0] == 200
    assert answer(lab, "api/contents", Authorization=token, Host="elsewhere.example")[0] == 403


def test_a_page_from_elsewhere_may_not_speak_to_a_kernel(lab, page):
    headers = {"Authorization": f"token {lab.server['token']}"}
    with urlopen(Request(f"{lab.server['url']}api/kernels", b"{}", headers), timeout=60) as reply:
        kernel = json.loads(reply.read())["id"]
    address = f"{lab.server['url'].replace('http', 'ws', 1)}api/kernels/{kernel}/channels"
    assert page.evaluate(OPENS, address) == "open"
    page.goto(ELSEWHERE)
    assert page.evaluate(OPENS, address) == "refused"
    urlopen(Request(f"{lab.server['url']}api/kernels/{kernel}", None, headers, method="DELETE"), timeout=30).close()


def test_another_machine_finds_no_door(lab):
    """The server listens on the loopback address only: at the machine's own address in the network there is nobody."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; it chooses the address that others would see
            own = probe.getsockname()[0]
        except OSError:
            own = "127.0.0.2"  # no network at all: another address of this machine
    with pytest.raises(OSError):
        socket.create_connection((own, lab.server["port"]), timeout=5)
