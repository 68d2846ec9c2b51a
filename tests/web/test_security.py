"""What an attacker may try at the pages and the API."""

import contextlib
import logging
import re
import socket
import threading
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx
import pytest
from handing_in import archive
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher
from stores import NOW

from arena.model.accounts import Scope
from arena.store.accounts import SqlAccounts
from arena.store.submissions import activate
from arena.web.outermost import SECURITY_HEADERS
from arena.web.owner.signing_in import own_path
from arena.web.rates import SIGN_IN, WRITE

PASSWORD = "correct horse"
COOKIE = "stockpit_session"
MARKUP = "<script>alert(1)</script>"


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch):
    """Argon2 with little memory: these tests sign in often."""
    hasher = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=64, parallelism=1),))
    monkeypatch.setattr("arena.store.accounts._hasher", hasher)
    return hasher


@pytest.fixture
def accounts(database, people):
    accounts = SqlAccounts(database)
    for name in ("ann_owner", "bob_owner"):
        accounts.set_password(name, PASSWORD)
    return accounts


@contextmanager
def browser(site, name=None):
    """A browser of its own, signed in if a name is given."""
    with httpx.Client(base_url=site.base_url, timeout=20) as client:
        if name is not None:
            assert sign_in(client, name).status_code == 303
        yield client


def sign_in(client, name, password=PASSWORD, **form):
    return client.post("/sign-in", data={"name": name, "password": password, **form})


@pytest.fixture
def ann(site, accounts):
    with browser(site, "ann_owner") as client:
        yield client


@pytest.fixture
def bob(site, accounts):
    with browser(site, "bob_owner") as client:
        yield client


@pytest.fixture
def newbie(counter, people, tmp_path, ladder):
    counter.submit(people.ann, archive(tmp_path / "a.tgz"))
    return "newbie"


def test_pages_of_what_is_anothers_answer_as_if_it_were_not_there(ann, bob, newbie):
    own = re.search(r"/me/tokens/(\d+)/revoke", ann.post("/me/tokens", data={"label": "x", "scope": "read"}).text)[1]
    for method, path in (
        ("GET", "/me/bots/{}/1"),
        ("GET", "/me/bots/{}/1/state"),
        ("POST", "/me/bots/{}/revalidate"),
        ("POST", "/me/bots/{}/withdraw"),
    ):
        theirs, nobodys = (bob.request(method, path.format(name)) for name in ("newbie", "nobody"))
        assert theirs.status_code == nobodys.status_code == 404
        assert theirs.text.replace("newbie", "nobody") == nobodys.text
    asked = bob.post("/me/challenges", data={"bot": "newbie", "opponents": "bob cyd"})
    assert (asked.status_code, "No bot &#39;newbie&#39; of yours" in asked.text) == (404, True)
    theirs, nobodys = (bob.post(f"/me/tokens/{token}/revoke") for token in (own, 999))
    assert theirs.status_code == nobodys.status_code == 404
    assert theirs.text.replace(f"token {own}", "token 999") == nobodys.text
    assert "newbie" not in bob.get("/me").text
    assert ann.get("/me/bots/newbie/1").status_code == 200


def test_a_bot_that_never_played_is_on_no_public_page(site, newbie):
    for path in ("/ladders/main", "/api/v1/ladders/main", "/api/v1/ladders/main/matches", "/"):
        assert "newbie" not in site.get(path, follow_redirects=True).text
    theirs, nobodys = (site.get(f"/bots/{name}") for name in ("newbie", "nobody"))
    assert theirs.status_code == nobodys.status_code == 404
    assert theirs.text.replace("newbie", "nobody") == nobodys.text


def test_a_cookie_that_an_attacker_chose_is_neither_taken_nor_kept(site, accounts):
    with browser(site) as victim:
        victim.cookies.set(COOKIE, "chosen", domain="127.0.0.1")
        assert victim.get("/me").headers["location"] == "/sign-in?next=/me"

        answer = sign_in(victim, "ann_owner")

        made = answer.cookies[COOKIE]
        assert made != "chosen"
        assert len(made) >= 43
    assert site.get("/me", headers={"Cookie": f"{COOKIE}=chosen"}).status_code == 303
    assert site.get("/me", headers={"Cookie": f"{COOKIE}={made}"}).status_code == 200


def test_signing_in_again_ends_the_session_before(site, accounts):
    with browser(site, "bob_owner") as client:
        before = client.cookies[COOKIE]
        sign_in(client, "ann_owner")
        assert client.cookies[COOKIE] != before
    assert site.get("/me", headers={"Cookie": f"{COOKIE}={before}"}).status_code == 303


def test_signing_out_ends_the_session_at_the_server(site, ann):
    secret = ann.cookies[COOKIE]
    assert ann.post("/sign-out").status_code == 303
    assert COOKIE not in ann.cookies
    assert site.get("/me", headers={"Cookie": f"{COOKIE}={secret}"}).status_code == 303


def test_a_changed_password_ends_every_session(site, ann, accounts):
    accounts.set_password("ann_owner", "another horse")
    assert ann.get("/me").status_code == 303


def test_the_cookie_is_for_our_own_server_alone(site, accounts):
    flags = sign_in(site, "ann_owner").headers["set-cookie"].lower()
    assert ("httponly" in flags, "samesite=lax" in flags, "path=/" in flags, "domain" in flags) == (
        *(True, True, True),
        False,
    )


WRITES = (
    *("/sign-in", "/sign-out", "/submit", "/me/challenges", "/me/tokens", "/me/tokens/1/revoke"),
    *("/me/bots/newbie/revalidate", "/me/bots/newbie/withdraw"),
)


FOREIGN = (
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "nonsense"},
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://127.0.0.1"},
)


@pytest.mark.parametrize("path", WRITES)
def test_a_foreign_page_writes_nothing(ann, newbie, path):
    for foreign in FOREIGN:
        answer = ann.post(path, headers=foreign)
        assert (answer.status_code, "page of another site" in answer.text) == (403, True), foreign


def test_those_are_all_the_writes_of_the_pages(site):
    from arena.web.owner import pages, signing_in

    routes = [route for router in (pages.router, signing_in.router) for route in router.routes]
    writes = {route.path.format(name="newbie", token=1) for route in routes if route.methods - {"GET"}}
    assert writes == set(WRITES)


@pytest.mark.parametrize(
    "path",
    [
        *("https://evil.example", "//evil.example", "/\\evil.example", "\\\\evil.example", "evil.example", ""),
        *("/\t/evil.example", "/\n/evil.example", "javascript:alert(1)", "/ok\r\nSet-Cookie: x=1", " //evil.example"),
    ],
)
def test_signing_in_leads_to_pages_of_ours_only(site, accounts, path):
    assert own_path(path) == "/me"
    place = sign_in(site, "ann_owner", next=path).headers["location"]
    assert (urlsplit(place).netloc, urlsplit(place).scheme, place) == ("", "", "/me")
    assert site.get("/sign-in", params={"next": path}).headers["location"] == "/me"


@pytest.mark.parametrize("path", ["/me", "/bots/x?a=1#b", "/a//b"])
def test_signing_in_leads_on_to_where_one_was(path):
    assert own_path(path) == path


def test_who_has_an_account_is_not_told(site, accounts, quick_hashes, monkeypatch):
    accounts.add("token_only")
    counting = Counting(quick_hashes)
    monkeypatch.setattr("arena.store.accounts._hasher", counting)

    answers = [sign_in(site, name, "wrong password") for name in ("ann_owner", "nobody", "token_only")]

    texts = {re.sub(r'value="[a-z_]+" autocomplete', "", answer.text) for answer in answers}
    assert ({answer.status_code for answer in answers}, len(texts), counting.verified) == ({401}, 1, 3)


class Counting:
    """Counts how often a password is checked, which is what takes time."""

    def __init__(self, hasher):
        self.hash, self._hasher, self.verified = hasher.hash, hasher, 0

    def verify(self, password, hashed):
        """As the hasher does."""
        self.verified += 1
        return self._hasher.verify(password, hashed)


@pytest.mark.parametrize("forged", [{}, {"X-Forwarded-For": "{n}.1.1.1"}, {"Forwarded": "for={n}.1.1.1"}], ids=str)
def test_guessing_passwords_is_slowed_down_wherever_one_says_to_be(site, people, forged):
    statuses = []
    for number in range(12):
        headers = {name: value.format(n=number) for name, value in forged.items()}
        answer = site.post("/sign-in", data={"name": f"user{number}", "password": "x"}, headers=headers)
        statuses.append(answer.status_code)
    assert statuses == [401] * 10 + [429] * 2
    assert answer.headers["retry-after"]
    assert "wait a while" in answer.text


def test_guessing_one_password_is_slowed_down_from_wherever(site, people):
    for number in range(10):
        site.app.state.rates.take(SIGN_IN, "name", "ann_owner")
        site.app.state.rates.take(SIGN_IN, "address", f"10.0.0.{number}")
    assert sign_in(site, "ann_owner").status_code == 429
    assert sign_in(site, "bob_owner").status_code == 401


def test_too_many_uploads_are_429_by_page_by_script_and_by_api(ann, accounts, people):
    sent = {"files": {"archive": ("a.zip", b"no archive")}}
    assert {ann.post("/submit", **sent).status_code for _ in range(30)} == {422}
    script = ann.post("/submit", headers={"Accept": "application/json"}, **sent)
    token = accounts.new_token(people.ann.user, "test", {Scope.SUBMIT})
    by_api = ann.post("/api/v1/bots/x/versions", headers={"Authorization": f"Bearer {token}"}, content=b"no archive")
    page = ann.post("/submit", **sent)

    assert [answer.status_code for answer in (page, script, by_api)] == [429] * 3
    assert "ore than 30 an hour of this; wait a while" in page.text
    assert script.json() == by_api.json() == {"error": "more than 30 an hour of this; wait a while"}


def test_what_one_asks_by_pages_and_by_the_api_is_counted_together(site, ann, accounts, people):
    for _ in range(120):
        site.app.state.rates.take(WRITE, "api", "ann_owner")
    token = accounts.new_token(people.ann.user, "test", {Scope.SUBMIT})
    by_api = ann.post("/api/v1/bots/x/withdraw", headers={"Authorization": f"Bearer {token}"})
    answers = [ann.post("/me/tokens", data={"label": "x", "scope": "read"}), by_api, ann.get("/me")]
    assert [answer.status_code for answer in answers] == [429, 429, 200]


def test_a_token_lives_as_long_as_is_offered(ann):
    answer = ann.post("/me/tokens", data={"label": "x", "scope": "read", "days": "9999"})
    assert (answer.status_code, "30 or 365 days, or until it is revoked" in answer.text) == (422, True)
    assert "stockpit_" not in answer.text


def test_a_script_is_told_in_json_that_its_session_is_over(site):
    answer = site.post("/submit", headers={"Accept": "application/json"}, files={"archive": b"x"})
    assert (answer.status_code, answer.json()) == (401, {"error": "nobody is signed in"})


def test_a_version_leads_to_its_public_page_once_there_is_one(ann, newbie, database, people):
    link = 'href="/bots/newbie"'
    assert link not in ann.get("/me/bots/newbie/1").text
    database.write(activated)
    assert link in ann.get("/me/bots/newbie/1").text
    assert ann.get("/bots/newbie").status_code == 200


def activated(connection):
    """Move the only version that was handed in to the ladder."""
    connection.exec_driver_sql("UPDATE submission SET state = 'validating'")
    (version,) = connection.exec_driver_sql("SELECT version_id FROM submission").one()
    activate(connection, version, NOW)


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/ladders/main", {}, 200),
        ("GET", "/api/v1/ladders", {}, 200),
        ("GET", "/api/v1/ladders/none", {}, 404),
        ("GET", "/api/v1/me", {}, 401),
        ("GET", "/api/v1/openapi.json", {}, 200),
        ("GET", "/static/stockpit.css", {}, 200),
        ("GET", "/static/nothing", {}, 404),
        ("GET", "/me", {}, 303),
        ("GET", "/nowhere", {}, 404),
        ("PUT", "/me", {}, 405),
        ("TRACE", "/", {}, 405),
        ("TRACE", "/api/v1/me", {}, 405),
        ("BREW", "/api/v1/bots", {}, 405),
        ("POST", "/sign-in", {"Content-Length": "70000"}, 413),
        ("POST", "/api/v1/tokens", {"Content-Length": "70000"}, 413),
        ("GET", "/api/v2/anything", {}, 404),
        ("GET", "/api/v1/bots/%00", {}, 404),
        ("GET", "/api/v1/ladders/%00", {}, 404),
        ("GET", "/api/v1/bots/a%0Ab/versions/1", {}, 404),
        ("GET", "/bots/%00", {}, 404),
        ("GET", "/bots/%ff", {}, 404),
        ("GET", "/matches/%2F..%2F..", {}, 404),
    ],
)
def test_every_answer_carries_the_security_headers(site, ladder, method, path, headers, status):
    body = {"content": b"x" * 70_000} if status == 413 else {}
    answer = site.request(method, path, headers=headers, **body)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in SECURITY_HEADERS} == SECURITY_HEADERS
    if path.startswith("/api/") and status >= 400:
        assert (answer.headers["content-type"], list(answer.json())) == ("application/json", ["error"])
    if status == 405 and path == "/me":
        assert answer.headers["allow"] == "GET"


def test_static_files_are_those_of_the_folder_only(site):
    for path in (
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/",
    ):
        raw = raw_request(site, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        assert raw.startswith(b"HTTP/1.1 404"), (path, raw[:80])


def raw_request(site, data):
    """What a server answers to bytes."""
    with socket.create_connection((site.base_url.host, site.base_url.port), timeout=20) as connection:
        connection.sendall(data)
        answer = b""
        while part := connection.recv(65536):
            answer += part
        return answer


@pytest.mark.parametrize(
    ("path", "most"), [("/api/v1/tokens", 1 << 16), ("/api/v1/bots/x/versions", 10 << 20), ("/sign-in", 1 << 16)]
)
def test_a_body_that_never_ends_is_refused_where_it_is_too_large(
    site, accounts, people, tmp_path, monkeypatch, path, most
):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    token = accounts.new_token(people.ann.user, "test", set(Scope) - {Scope.OPERATE})
    endless = (bytes(0x8000) for _ in range(3 * most // 0x8000))

    headers = {"Authorization": f"Bearer {token}"}
    if path == "/sign-in":
        headers |= {"Content-Type": "application/x-www-form-urlencoded"}
    with contextlib.suppress(httpx.WriteError):
        assert site.post(path, headers=headers, content=endless).status_code == 413
    assert list(tmp_path.glob("arena-upload-*")) == []
    assert site.get("/api/v1/ladders").status_code == 200


def test_what_people_and_bots_say_is_shown_as_text(ann, database, newbie, accounts, people):
    with database.engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO build_log SELECT version_id, ? FROM submission", (MARKUP,))
        connection.exec_driver_sql("UPDATE submission SET reason = ?, remedy = ?", (MARKUP, f"`{MARKUP}`"))
        connection.exec_driver_sql("UPDATE stage SET text = ?", (f"because {MARKUP}",))
    ann.post("/me/tokens", data={"label": MARKUP, "scope": "read"})

    pages = [
        ann.get("/me/bots/newbie/1"),
        ann.get("/me/bots/newbie/1/state"),
        ann.get("/me"),
        ann.get("/sign-in", params={"next": MARKUP}),
        sign_in(ann, MARKUP),
        ann.post("/me/challenges", data={"bot": MARKUP, "opponents": MARKUP}),
        ann.post("/submit", files={"archive": (MARKUP, b"x")}),
        ann.get(f"/{MARKUP}"),
        ann.get(f"/ladders/{MARKUP}"),
        ann.get(f"/ladders/main?page={MARKUP}"),
    ]

    assert [page.url.path for page in pages if MARKUP in page.text] == []
    assert "&lt;script&gt;" in pages[0].text
    log = ann.get("/api/v1/bots/newbie/versions/1/build-log")
    assert (log.headers["content-type"], log.headers["x-content-type-options"]) == (
        "text/plain; charset=utf-8",
        "nosniff",
    )


def test_tokens_and_sessions_are_in_no_page_log_address_or_file(site, ann, database, tmp_path, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    page = ann.post("/me/tokens", data={"label": "laptop", "scope": ["read", "submit"]})
    token = re.search(r"stockpit_[\w-]{43}", page.text)[0]
    assert urlsplit(str(page.url)).query == ""
    assert page.headers["cache-control"] == "no-store"
    headers = {"Authorization": f"Bearer {token}"}
    answers = [
        site.get("/api/v1/me", headers=headers),
        site.get("/api/v1/tokens", headers=headers),
        site.get(f"/api/v1/{MARKUP}", headers=headers),
        site.post("/api/v1/tokens", headers=headers, json={"label": ""}),
        ann.get("/me"),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 404, 422, 200]

    session = ann.cookies[COOKIE]
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    said = capfd.readouterr()
    for secret in (token, session, PASSWORD):
        assert all(secret not in answer.text for answer in answers)
        assert secret.encode() not in kept
        assert secret not in caplog.text + said.out + said.err


def test_a_token_in_an_address_opens_nothing(site, accounts, people):
    token = accounts.new_token(people.ann.user, "test", {Scope.READ})
    for path in (f"/api/v1/me?token={token}", f"/api/v1/me?access_token={token}", f"/me?stockpit_session={token}"):
        assert site.get(path).status_code in (401, 303)
    assert site.get("/me", headers={"Cookie": f"{COOKIE}={token}"}).status_code == 303


@pytest.mark.parametrize(
    "value",
    ["", "Bearer", "Bearer x", "Basic YTpi", "Bearer \xff\xfe", "Bearer " + "x" * 7000, "bearer a b c"],
)
def test_strange_credentials_are_nobodys(site, people, value):
    answer = site.get("/api/v1/me", headers={"Authorization": value.encode("latin-1")})
    assert (answer.status_code, list(answer.json())) == (401, ["error"])


def test_headers_cannot_be_written_into_answers(site, ladder):
    for path in (
        "/%0d%0aX-Evil:1",
        "/ladders/%0d%0aX-Evil:1",
        "/me/bots/%0d%0aX-Evil:1/1",
        "/sign-in?next=/%0d%0aX-Evil:1",
    ):
        assert "x-evil" not in site.get(path).headers


def test_the_database_in_trouble_is_told_on_a_page_and_in_json(site, database, monkeypatch):
    from arena.model.errors import WorldTrouble

    def trouble(query):
        raise WorldTrouble("the disk is full; nothing was written")

    monkeypatch.setattr(database, "read", trouble)
    page, answer = site.get("/ladders/main"), site.get("/api/v1/ladders")
    assert (page.status_code, "The disk is full; nothing was written" in page.text) == (503, True)
    assert (answer.status_code, answer.json()) == (503, {"error": "the disk is full; nothing was written"})


def test_a_bug_of_ours_is_told_without_its_words(site, database, monkeypatch, caplog):
    def broken(query):
        raise RuntimeError("SECRET of the server")

    monkeypatch.setattr(database, "read", broken)
    close = {"Connection": "close"}
    page, answer = (site.get(path, headers=close) for path in ("/ladders/main", "/api/v1/ladders"))
    assert (page.status_code, answer.status_code) == (500, 500)
    assert answer.json() == {"error": "a bug of ours; it has been written to the log, and nothing was lost"}
    for told in (page, answer):
        assert "SECRET" not in told.text
        assert {name: told.headers.get(name) for name in SECURITY_HEADERS} == SECURITY_HEADERS


def test_the_same_answer_comes_however_many_ask_at_once(site, ann, newbie):
    statuses = []
    threads = [threading.Thread(target=lambda: statuses.append(ann.get("/me").status_code)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [200] * 8
