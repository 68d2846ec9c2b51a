import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "app"))

from stores import database, desk, empty_database, ladder  # noqa: F401
