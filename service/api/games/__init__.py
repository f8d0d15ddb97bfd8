"""The API's resources of one game, and the list of games."""
