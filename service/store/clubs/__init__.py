"""A club's data outside the games: tokens, people, archives of its games."""
