from arena.web.api.app import create_api
from arena.web.api_page import subjects


def test_every_operation_of_the_api_is_on_its_page(site):
    html = site.get("/api").text
    paths = create_api().openapi()["paths"]
    for path, methods in paths.items():
        for method in methods:
            assert f"<code>{method.upper()} /api/v1{path}</code>" in html


def test_an_operation_is_told_with_what_it_is_given_and_what_it_answers():
    (challenge,) = [one for one in subjects()["bots"] if (one.method, one.path) == ("POST", "/api/v1/challenges")]

    assert challenge.needs_token
    assert [(part.name, part.text) for part in challenge.given] == [
        ("bot", "body, text."),
        ("opponents", "body, list of text."),
        ("ladder", "body, text, may be left out."),
    ]
    assert [part.name for part in challenge.answers][:3] == ["201", "400", "401"]
