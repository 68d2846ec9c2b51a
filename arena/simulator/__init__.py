"""The engine as JSON lines: states by handle, for authors in any language who search or train (`docs/sim.md`)."""
