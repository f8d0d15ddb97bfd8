"""Tests of Faceup: tables per system, the store contract, the API, the pages, crashes. `servers.py` starts the servers."""
