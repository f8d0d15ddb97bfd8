"""The rules of the card games: cards, events, records, systems (one system describes one game), findings (proved faults).

This package is pure. Nothing here reads a clock, rolls dice, opens a file or a socket, or logs; it imports only the pure part of the
standard library. The service uses it to compute the state of a game from its events; a test, a notebook or another server can do the same.
"""
