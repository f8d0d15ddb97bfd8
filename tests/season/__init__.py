"""Tests of seasons without a store: events, table, late corrections."""
