import io
import tarfile

import pytest
from handing_in import archive

from arena.model.accounts import Scope
from arena.store.accounts import SqlAccounts


@pytest.fixture
def tokens(database, people):
    accounts = SqlAccounts(database)
    scopes = set(Scope) - {Scope.OPERATE}
    return {
        "ann": accounts.new_token(people.ann.user, "test", scopes),
        "bob": accounts.new_token(people.bob.user, "test", scopes),
        "root": accounts.new_token(people.operator.user, "test", set(Scope)),
    }


@pytest.fixture
def api(site, tokens):
    """Call the API as somebody."""

    def call(method, path, who=None, **options):
        headers = {"Authorization": f"Bearer {tokens[who]}"} if who else {}
        return site.request(method, f"/api/v1{path}", headers=headers | options.pop("headers", {}), **options)

    return call


def hand_in(api, tmp_path, who="ann", name="newbie", content="print(1)\n"):
    path = archive(tmp_path / "a.tgz", name=name, content=content)
    return api("POST", f"/bots/{name}/versions", who, content=path.read_bytes())


def test_a_bot_is_handed_in_and_asked_for(api, tmp_path):
    made = hand_in(api, tmp_path)
    assert (made.status_code, made.json()["state"], made.json()["number"]) == (201, "received", 1)
    assert hand_in(api, tmp_path).status_code == 200

    assert (
        api("GET", "/bots/newbie/versions/latest", "ann").json() == api("GET", "/bots/newbie/versions/1", "ann").json()
    )
    assert [version["bot"] for version in api("GET", "/bots", "ann").json()] == ["newbie"]
    assert api("GET", "/bots/newbie/versions/1/build-log", "ann").text == ""
    assert api("GET", "/bots/newbie/versions/1/matches", "ann").json() == []


def test_without_a_token_nothing_is_told(api, tmp_path):
    hand_in(api, tmp_path)
    for method, path in (("GET", "/bots"), ("GET", "/bots/newbie/versions/1"), ("GET", "/me"), ("GET", "/tokens")):
        answer = api(method, path)
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")


def test_every_request_for_what_is_anothers_answers_404_as_if_it_were_not_there(api, tmp_path):
    hand_in(api, tmp_path)
    own = api("GET", "/tokens", "ann").json()[0]["id"]
    foreign = [
        ("GET", "/bots/{}/versions/latest", {}),
        ("GET", "/bots/{}/versions/1", {}),
        ("GET", "/bots/{}/versions/1/build-log", {}),
        ("GET", "/bots/{}/versions/1/matches", {}),
        ("POST", "/bots/{}/revalidate", {}),
        ("POST", "/bots/{}/withdraw", {}),
    ]
    for method, path, options in foreign:
        theirs = api(method, path.format("newbie"), "bob", **options)
        nobodys = api(method, path.format("nobody"), "bob", **options)
        assert theirs.status_code == nobodys.status_code == 404
        assert theirs.text.replace("newbie", "nobody") == nobodys.text
    assert api("POST", "/challenges", "bob", json={"bot": "newbie", "opponents": ["ann"]}).status_code == 404
    assert api("DELETE", f"/tokens/{own}", "bob").status_code == 404
    assert api("GET", "/bots", "bob").json() == []


def test_a_token_is_made_used_and_revoked(api, site):
    made = api("POST", "/tokens", "ann", json={"label": "laptop", "scopes": ["read"]})
    assert made.status_code == 201
    headers = {"Authorization": f"Bearer {made.json()['token']}"}

    assert site.get("/api/v1/me", headers=headers).json() == {"name": "ann_owner", "role": "owner", "scopes": ["read"]}
    more = site.post("/api/v1/tokens", headers=headers, json={"label": "more", "scopes": ["submit"]})
    assert (more.status_code, more.json()["error"]) == (
        403,
        "this token may not submit; make one with the scope 'submit'",
    )
    newest = api("GET", "/tokens", "ann").json()[0]
    assert api("DELETE", f"/tokens/{newest['id']}", "ann").status_code == 204
    assert site.get("/api/v1/me", headers=headers).status_code == 401


def test_only_an_operator_suspends(api, tmp_path):
    hand_in(api, tmp_path)
    assert api("POST", "/bots/newbie/suspend", "ann", json={"reason": "x"}).status_code == 403
    refused = api("POST", "/bots/newbie/suspend", "root", json={"reason": "x"})
    assert (refused.status_code, refused.json()["error"]) == (
        409,
        "a version that is received cannot be suspended; one that is active can",
    )


def test_the_sixth_version_of_a_day_is_too_many(api, tmp_path):
    answers = [hand_in(api, tmp_path, content=f"print({number})\n") for number in range(6)]
    assert [answer.status_code for answer in answers] == [201] * 5 + [429]
    assert answers[-1].headers["retry-after"]
    assert answers[-1].json()["error"].startswith("a bot has at most 5 new versions a day; the next after ")


def bad_tar(name):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as tar:
        tar.addfile(tarfile.TarInfo(name))
    return data.getvalue()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "nothing was handed in"),
        (b"hello", "it is a .zip, .tar.gz or .tar"),
        (bad_tar("../x"), ".."),
        (bad_tar("/etc/x"), "/etc/x"),
        (bad_tar("main.py"), "bot.toml"),
    ],
)
def test_what_is_no_bot_gets_one_clear_line(api, content, words):
    answer = api("POST", "/bots/newbie/versions", "ann", content=content)
    assert answer.status_code == 422
    assert words in answer.json()["error"]
    assert "\n" not in answer.json()["error"]
    assert "/tmp" not in answer.json()["error"]


def test_a_body_that_is_too_large_is_refused(api):
    assert api("POST", "/bots/newbie/versions", "ann", content=bytes(10 * 1024 * 1024 + 1)).status_code == 413
    assert api("POST", "/tokens", "ann", content=bytes(70_000)).status_code == 413


def test_everybody_may_read_ladders_and_transcripts(api, desk):
    desk.record(desk.play(*desk.lease()))

    assert api("GET", "/ladders").json()[0]["spec"]["name"] == "main"
    assert len(api("GET", "/ladders/main").json()["rows"]) == 5
    match = api("GET", "/ladders/main/matches").json()[0]
    assert len(api("GET", f"/ladders/main/rotations/{match['rotation']}").json()["matches"]) == 3
    assert api("GET", f"/matches/{match['id']}/transcript").json()["game"] == "stockpile"
    for path in ("/ladders/none", "/matches/9999/transcript", "/ladders/main/rotations/9999", "/nothing"):
        assert api("GET", path).status_code == 404


def test_what_a_bot_said_is_in_no_public_answer(api, desk):
    desk.record(desk.play(*desk.lease()))
    for path in ("/ladders/main", "/ladders/main/matches", "/ladders/main/rotations/1", "/matches/1/transcript"):
        text = api("GET", path).text
        assert "debug" not in text
        assert "stderr" not in text


def test_a_session_of_a_browser_is_no_good_to_a_foreign_page(site, database, people):
    SqlAccounts(database).set_password("ann_owner", "correct horse")
    secret, _ = SqlAccounts(database).sign_in("ann_owner", "correct horse")
    site.cookies.set("stockpit_session", secret)
    asked = {"label": "x", "scopes": ["read"]}

    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "http://evil"}):
        assert site.post("/api/v1/tokens", headers=headers, json=asked).status_code == 403
    own = site.post("/api/v1/tokens", headers={"Sec-Fetch-Site": "same-origin"}, json=asked)
    assert own.status_code == 201
