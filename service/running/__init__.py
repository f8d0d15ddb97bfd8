"""Runs an installation: the processes of `faceup serve`, our own Redis or Valkey server, the data directory, checks of its health."""
