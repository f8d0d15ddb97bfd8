"""The API's resources of a club: people, tokens, statistics, imports, archives."""
