"""The HTTP API over real HTTP semantics and a real server."""
