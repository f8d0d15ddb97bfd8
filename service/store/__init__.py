"""The event store on Redis: records, verdicts, feeds, clubs, and the embedded server. Reads bottom up:

keys (names) · outcomes (errors) · connect (clients, scripts) · heads · batch · stored · feed · records · verdicts.
"""
