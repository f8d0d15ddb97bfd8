"""Tests of the HTTP API on a real store. Some send requests with Flask's test client, others over sockets."""
