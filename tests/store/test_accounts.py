from datetime import UTC, datetime, timedelta

import pytest

from arena.model.accounts import ALL_SCOPES, Forbidden, Identity, Role, Scope, Unknown
from arena.model.errors import BadInput
from arena.model.standings import NoSuchThing
from arena.store.accounts import SESSION_LIFETIME, TOKENS_PER_USER, SqlAccounts
from arena.store.database import Database
from arena.store.migrate import migrate

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Clock:
    def __init__(self):
        self.now = NOON

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def accounts(tmp_path, clock):
    database = Database(tmp_path / "a.sqlite")
    migrate(database.engine)
    yield SqlAccounts(database, clock)
    database.close()


def test_a_token_tells_who_holds_it_and_what_for(accounts):
    ann = accounts.add("ann")
    token = accounts.new_token(ann, "laptop", {Scope.READ, Scope.SUBMIT})

    assert accounts.by_token(token) == Identity(ann, frozenset({Scope.READ, Scope.SUBMIT}))


def test_a_token_is_kept_as_a_hash_alone(accounts, tmp_path):
    token = accounts.new_token(accounts.add("ann"), "laptop", {Scope.READ})

    assert token.encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


def test_a_revoked_token_is_nobodys(accounts):
    ann = accounts.add("ann")
    token = accounts.new_token(ann, "laptop", {Scope.READ})
    accounts.revoke(ann, accounts.tokens(ann)[0].id)

    with pytest.raises(Unknown, match="may have been revoked"):
        accounts.by_token(token)


def test_a_token_ends_with_its_lifetime(accounts, clock):
    token = accounts.new_token(accounts.add("ann"), "today", {Scope.READ}, lifetime=timedelta(days=1))
    clock.now += timedelta(days=1)

    with pytest.raises(Unknown):
        accounts.by_token(token)


def test_nobody_revokes_anothers_token(accounts):
    ann, bob = accounts.add("ann"), accounts.add("bob")
    token = accounts.new_token(ann, "laptop", {Scope.READ})

    with pytest.raises(NoSuchThing, match="bob has no token"):
        accounts.revoke(bob, accounts.tokens(ann)[0].id)
    assert accounts.by_token(token).user == ann


def test_only_an_operators_token_can_operate(accounts):
    with pytest.raises(Forbidden, match="only an operator"):
        accounts.new_token(accounts.add("ann"), "x", {Scope.OPERATE})
    operator = accounts.add("root", role=Role.OPERATOR)
    assert accounts.by_token(accounts.new_token(operator, "x", {Scope.OPERATE})).scopes == {Scope.OPERATE}


def test_tokens_of_one_user_are_limited_to_those_that_live(accounts):
    ann = accounts.add("ann")
    for number in range(TOKENS_PER_USER):
        accounts.new_token(ann, f"t{number}", {Scope.READ})
    with pytest.raises(BadInput, match="revoke one first"):
        accounts.new_token(ann, "more", {Scope.READ})
    accounts.revoke(ann, accounts.tokens(ann)[0].id)
    accounts.new_token(ann, "more", {Scope.READ})


def test_a_session_has_all_scopes_but_the_operators(accounts):
    ann = accounts.add("ann", password="correct horse")
    secret, ends = accounts.sign_in("ann", "correct horse")

    assert accounts.by_session(secret) == Identity(ann, ALL_SCOPES - {Scope.OPERATE})
    assert ends == NOON + SESSION_LIFETIME


@pytest.mark.parametrize(("name", "password"), [("ann", "wrong horse"), ("bob", "correct horse"), ("tok", "")])
def test_a_wrong_password_and_a_wrong_name_read_the_same(accounts, name, password):
    accounts.add("ann", password="correct horse")
    accounts.add("tok")

    with pytest.raises(Unknown, match=r"^no user of this name has this password$"):
        accounts.sign_in(name, password)


def test_a_session_ends_when_it_is_over_signed_out_or_the_password_changes(accounts, clock):
    accounts.add("ann", password="correct horse")
    out, old, changed = (accounts.sign_in("ann", "correct horse")[0] for _ in range(3))
    accounts.sign_out(out)
    clock.now += SESSION_LIFETIME
    late, _ = accounts.sign_in("ann", "correct horse")
    accounts.set_password("ann", "battery staple")

    for secret in (out, old, changed, late):
        with pytest.raises(Unknown):
            accounts.by_session(secret)
    assert accounts.sign_in("ann", "battery staple")


@pytest.mark.parametrize("name", ["", "Ann", "a b", "-rf", "a" * 41, "ann\n", "änn"])
def test_a_name_that_is_none_is_refused(accounts, name):
    with pytest.raises(BadInput, match="a name is 1 to 40"):
        accounts.add(name)


def test_a_name_is_given_once(accounts):
    accounts.add("ann")
    with pytest.raises(BadInput, match="already"):
        accounts.add("ann")


@pytest.mark.parametrize("password", ["short", "x" * 201])
def test_a_password_has_a_length(accounts, password):
    with pytest.raises(BadInput, match="8 to 200"):
        accounts.add("ann", password=password)


@pytest.mark.parametrize("label", ["", " ", "x" * 81, "a\nb"])
def test_a_tokens_label_says_something(accounts, label):
    with pytest.raises(BadInput, match="label"):
        accounts.new_token(accounts.add("ann"), label, {Scope.READ})
