"""Tests of Faceup: the rules of every system, the store, the API, the pages, crashes. `servers.py` starts the servers."""
