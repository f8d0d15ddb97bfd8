"""Builds the answers that one viewer gets: the table, its replay, how far its result is settled, rulings, differences, previews, live
updates."""
