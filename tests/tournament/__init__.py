"""Tournaments without a store: folds, formats, tie-breaks and standings."""
