"""Proofs that need the whole deal: what no single card shows, because only the numbers of cards and places tell it.

Families bring the facts of their own game; here is no game. Source: design.md §5, "Findings prove, never accuse".
"""
