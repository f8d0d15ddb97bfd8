"""Plays whole tournaments over HTTP, and compares every answer with a recomputation that shares no code with the product."""
