import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from handing_in import counter, people  # noqa: F401
from stores import database, desk, empty_database, ladder  # noqa: F401
from tiny_disks import tiny_disk  # noqa: F401
