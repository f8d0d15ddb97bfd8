"""The pages. They know no game: they show what the API says."""
