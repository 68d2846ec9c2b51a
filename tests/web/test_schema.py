"""Schemathesis against a real server: no answer of the API is a bug of ours, and none is undocumented.

Some examples of each operation, always the same; SCHEMA_EXAMPLES=500 asks for more, and for other ones each time.
"""

import os
import shutil

import pytest
import schemathesis
from handing_in import People, archive
from hypothesis import HealthCheck, settings
from schemathesis.checks import load_all_checks
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import positive_data_acceptance
from serving import create_site, serving
from stores import Desk, make_ladder

from arena.app.desk import SqlDesk
from arena.model.accounts import Scope
from arena.store.accounts import SqlAccounts
from arena.store.database import Database
from arena.store.objects import ObstoreObjects
from arena.web.api.app import create_api
from arena.web.rates import Rates

EXAMPLES = int(os.environ.get("SCHEMA_EXAMPLES", "0"))

load_all_checks()


class NoRates(Rates):
    """Lets everybody ask as often as they like; that too many are refused is tested elsewhere."""

    def take(self, rate, what, who):
        """Count nothing."""


@pytest.fixture(scope="module")
def arena(tmp_path_factory, empty_database):
    """A server with a ladder, matches, a bot of Ann's; a token of hers and one of the operator's."""
    folder = tmp_path_factory.mktemp("schema")
    shutil.copy(empty_database, folder / "arena.db")
    database = Database(folder / "arena.db")
    people, accounts = People(database), SqlAccounts(database)
    coordinating = Desk(database, make_ladder(database))
    coordinating.record(*(coordinating.play(leased) for leased in coordinating.lease(2)))
    SqlDesk(database, ObstoreObjects((folder / "objects").as_uri())).submit(people.ann, archive(folder / "a.tgz"))
    app = create_site(database, folder / "objects")
    for part in (app, next(route.app for route in app.routes if getattr(route, "path", "") == "/api/v1")):
        part.state.rates = NoRates()
    with serving(app) as client:
        client.tokens = {
            "ann": accounts.new_token(people.ann.user, "test", set(Scope) - {Scope.OPERATE}),
            "root": accounts.new_token(people.operator.user, "test", set(Scope)),
        }
        yield client
    coordinating.coordination.close()
    database.close()


CONFIG = {"generation": {"max-examples": EXAMPLES or 8, "deterministic": EXAMPLES == 0}}
schema = schemathesis.openapi.from_dict(create_api().openapi(), config=SchemathesisConfig.from_dict(CONFIG))


# What a schema cannot say (which bots there are, which labels can be printed) is refused with 422, which is documented:
# so not all that fits the schema is taken.
@schema.parametrize()
@settings(deadline=None, suppress_health_check=list(HealthCheck))
def test_no_answer_is_a_bug_or_undocumented(case, arena):
    for token in (None, *arena.tokens.values()):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        case.call_and_validate(f"{arena.base_url}/api/v1", headers=headers, excluded_checks=[positive_data_acceptance])
