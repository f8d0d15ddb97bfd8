"""The resources of the installation: rule sheets, sessions, operations, documentation."""
