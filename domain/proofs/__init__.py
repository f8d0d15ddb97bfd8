"""Proofs that need the whole deal: they find faults that no single card shows, but the numbers of cards and places do.

Each family of games brings its own facts; no game's rules are here. Source: design.md §5, "Findings prove, never accuse".
"""
