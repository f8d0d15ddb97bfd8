"""Tests of the HTTP API, with a real store: by Flask's test client and over sockets."""
