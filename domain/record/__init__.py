"""Reads a record (the recorded events of one game): computes the table after its current events in table order, and what follows from them:
the state of its result, rulings, facts and the hash chain."""
