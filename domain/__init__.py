"""The rules: cards, events, records, systems, findings.

Pure. Nothing in this package reads a clock, rolls dice, opens a file or a socket, or logs; it imports only the pure part of the
standard library. The service folds records with it; a test, a notebook or another server can do the same.
"""
