import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from stores import database, empty_database, ladder  # noqa: F401
