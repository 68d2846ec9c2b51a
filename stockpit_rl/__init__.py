"""Every game as an AEC environment of PettingZoo, to train bots in: `stockpit_rl.env("stonks", players=3)`.

Needs the extra `stockpit[rl]`; `docs/training.md` says what observations, masks and rewards are.
"""

try:
    import pettingzoo as _
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("stockpit_rl needs PettingZoo; install stockpit[rl]") from missing

from stockpit_rl.environment import StockpitEnv, env, raw_env

__all__ = ["StockpitEnv", "env", "raw_env"]
