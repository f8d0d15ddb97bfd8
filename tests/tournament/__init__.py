"""Tests of tournaments without a store: events, formats, tie-breaks and standings."""
