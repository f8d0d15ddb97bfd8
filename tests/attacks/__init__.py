"""Attacks by strangers: what they send, and that honest visitors are served meanwhile. `strangers.py` has the attackers."""
