"""Where bots are handed in and asked about: what pages, the API and commands use of it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from arena.model.accounts import Identity
from arena.model.submissions import Challenge, MatchLog, Progress


class Desk(Protocol):
    """Safe to call from any thread.

    Every method is told who asks. NoSuchThing for what is not there and for what is another owner's, in the same
    words; Forbidden where the token's scopes do not allow it; operators may see and do everything.
    """

    def submit(self, who: Identity, archive: Path, *, name: str | None = None) -> tuple[Progress, bool]:
        """A new version of the bot in an archive, and whether it is new: the same files are the same version.

        `name` is what the bot must be called, if that is known. BadInput says what is wrong with the archive; TooMany
        when the day's versions are used up.
        """

    def bots(self, who: Identity) -> list[Progress]:
        """All versions of one's bots, newest first (an operator sees everybody's)."""

    def progress(self, who: Identity, bot: str, number: int | None = None) -> Progress:
        """A version of a bot, the newest without a number."""

    def build_log(self, who: Identity, bot: str, number: int | None = None) -> str:
        """What its build has said so far."""

    def match_logs(self, who: Identity, bot: str, number: int | None = None, *, limit: int = 20) -> list[MatchLog]:
        """Faults, debug text and stderr of its latest matches whose rotation is over."""

    def revalidate(self, who: Identity, bot: str) -> Progress:
        """Have the newest version, which must be suspended or rejected, validated again."""

    def withdraw(self, who: Identity, bot: str) -> Progress:
        """Retire the newest version; its results stay."""

    def suspend(self, who: Identity, bot: str, reason: str) -> Progress:
        """Take a bot's active version off the ladders until it is validated again; operators only."""

    def challenge(self, who: Identity, bot: str, opponents: Sequence[str], *, ladder: str | None = None) -> Challenge:
        """An unrated rotation of one's bot against these; TooMany when the day's quota is used up."""

    def challenges(self, who: Identity, *, limit: int = 50) -> list[Challenge]:
        """What one has asked for, newest first."""
