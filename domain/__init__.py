"""The rules of the card games: cards, events, records, systems (one system describes one game), findings (proved faults).

This package is pure: it uses no clock, dice, files, sockets or logs. It imports only the pure part of the standard library."""
