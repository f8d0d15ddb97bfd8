"""Builds the answers that one viewer gets: the table, its replay, its life, rulings, differences, previews, live updates."""
