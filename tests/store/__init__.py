"""Tests of the store, on every kind of server that Faceup supports."""
