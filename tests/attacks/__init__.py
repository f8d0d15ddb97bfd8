"""Attacks on a running installation, while an honest scorekeeper records and a stranger watches."""
