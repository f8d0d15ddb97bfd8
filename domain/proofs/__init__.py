"""Proofs that look at the whole deal at once. They find faults that no single card shows. Such a fault shows only when the numbers of cards
in all places are taken together.

The rules of games are not here: each family of games passes what is known as facts."""
