"""Every game as an AEC environment of PettingZoo, to train bots in: `stockpit_rl.env("stonks", players=3)`.

Needs the extra `stockpit[rl]`; `docs/training.md` says what observations, masks and rewards are.
"""

try:
    from stockpit_rl.environment import StockpitEnv, env, raw_env
except ModuleNotFoundError as missing:
    if missing.name in ("pettingzoo", "gymnasium"):
        raise ModuleNotFoundError(f"no {missing.name} here; stockpit_rl needs the extra stockpit[rl]") from missing
    raise

__all__ = ["StockpitEnv", "env", "raw_env"]
