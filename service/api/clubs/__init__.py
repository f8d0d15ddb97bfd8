"""The resources of a club: people, tokens, statistics, imports, archives."""
