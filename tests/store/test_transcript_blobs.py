import pytest
import zstandard
from scripted_play import play_match

from arena.model.clock import TimeControl
from arena.model.matches import Table
from arena.store.seeds import commitment, match_seed, new_key, pairing_seed
from arena.store.transcripts import Play, Press, from_bytes, press, to_bytes

TABLE = Table("stockpile", 4, (), TimeControl(), ())


@pytest.fixture(scope="module")
def matches():
    return [play_match(TABLE, bytes([n]) * 32, fault_seat=n % 4) for n in range(40)]


def test_a_play_comes_back_as_it_was(matches):
    for match in matches:
        text = to_bytes(match.transcript, match.times, match.faults)
        play = from_bytes(press().expand(press().compress(text)))

        assert play == Play(match.transcript, match.times, match.faults)
        assert to_bytes(play.transcript, play.times, play.faults) == text


def test_a_transcript_is_stored_in_little_space(matches):
    texts = [to_bytes(match.transcript, match.times, match.faults) for match in matches]
    dictionary = zstandard.train_dictionary(8_192, texts).as_bytes()

    plain = sum(len(Press().compress(text)) for text in texts) / len(texts)
    trained = sum(len(Press(dictionary).compress(text)) for text in texts) / len(texts)

    assert plain < 2_000
    assert trained < plain
    assert Press(dictionary).expand(Press(dictionary).compress(texts[0])) == texts[0]


def test_a_broken_blob_is_refused(matches):
    text = to_bytes(matches[0].transcript, matches[0].times, matches[0].faults)
    with pytest.raises(zstandard.ZstdError):
        press().expand(text)


def test_seeds_are_those_of_the_page_on_deals():
    key = bytes(range(32))

    assert match_seed(key, "main", 17, 2, 3).hex() == (
        "8810920e055579b25e952e897e629706d030a50f9497fe1385f225c591e64469"
    )
    assert len({match_seed(key, "main", r, a, k) for r in (1, 2) for a in (1, 2) for k in (0, 1)}) == 8
    assert pairing_seed(key, "main", 1) != match_seed(key, "main", 1, 1, 0)
    assert len(new_key()) == 32
    assert new_key() != new_key()
    assert commitment(key) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
