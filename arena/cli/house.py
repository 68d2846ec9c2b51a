"""The house bots: those of the checkout, against which newcomers are validated."""

from pathlib import Path

SAMPLES = Path(__file__).parents[2] / "sample_bots"
HOUSE = (
    "python_random/bot.toml",
    "python_heuristic/bot.toml",
    "python_heuristic/twin.toml",
    "python_heuristic/bold.toml",
    "python_heuristic/careful.toml",
)


def house_bots() -> list[Path]:
    """Their manifests; none where the project was installed without its samples."""
    return [SAMPLES / bot for bot in HOUSE if (SAMPLES / bot).is_file()]
