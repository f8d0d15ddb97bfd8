"""Proofs that look at the whole deal at once. They find faults that no single card shows, only the numbers of cards in all places together.

The rules of games are not here: each family of games passes what is known as facts."""
