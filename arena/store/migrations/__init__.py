"""The history of the schema, run by `arena.store.migrate`."""
