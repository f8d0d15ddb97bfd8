"""Builds the answers that one viewer gets: the table, its replay, its state of life, rulings, differences, previews, live updates."""
