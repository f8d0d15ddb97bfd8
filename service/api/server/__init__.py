"""The API's resources of the whole installation: rule sheets, sessions, health and metrics, documentation."""
