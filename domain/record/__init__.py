"""Reads a record: folds its current events in table order, and derives its life, rulings, facts and hash chain."""
