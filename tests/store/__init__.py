"""Tests of the store; they run on every kind of server that Faceup supports."""
