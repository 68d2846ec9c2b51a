"""Stockpit: a tournament arena for bots that play stock-market games."""
