"""Runs an installation: the process tree of `faceup serve`, our own Redis or Valkey server, its data folder, its health."""
