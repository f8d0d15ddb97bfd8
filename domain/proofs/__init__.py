"""Proofs that need the whole deal: no single card shows a fault, only the numbers of cards and places do.

Each family of games brings its own facts; no game's rules are here. Source: design.md §5, "Findings prove, never accuse".
"""
