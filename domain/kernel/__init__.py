"""The parts that every game shares: cards, seats, canonical JSON, shapes of values, the events of all kinds, findings."""
