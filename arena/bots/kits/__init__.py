"""Kits: what bots of a language are built and run with; made by recipes in `deploy/kits`, kept by all that goes in."""
