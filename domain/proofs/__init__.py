"""Proofs that look at the whole deal at once. They find faults that show only when the numbers of cards in all places (hands, stock,
tricks) are taken together.

The rules of games are not here: each family of games passes what is known as facts."""
