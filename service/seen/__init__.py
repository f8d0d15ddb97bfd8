"""What one viewer gets, as answers: the table, its replay, its life, rulings, differences, previews, live updates."""
