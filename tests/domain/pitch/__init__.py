"""Pitch and Smear: tables of rules, play and count, clause by clause."""
