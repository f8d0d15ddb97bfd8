"""The rules in the browser: builds what a table needs to go on without a network (docs/decisions/offline-engine.md)."""
