"""Builds what one viewer gets: the table, its replay, life, rulings, differences, previews, live updates."""
