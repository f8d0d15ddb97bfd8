"""Runs an installation: the processes of `faceup serve`, our own Redis or Valkey server, health checks."""
