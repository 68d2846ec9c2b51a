"""Has a child that eats memory without end before it joins, and plays on when that is gone."""

import subprocess
import sys

from stockpit_sdk import run

subprocess.run([sys.executable, "-S", "-c", "x = []\nwhile True: x.append(b'x' * (16 << 20))"], check=False)
run(lambda decision: decision.legal[0])
