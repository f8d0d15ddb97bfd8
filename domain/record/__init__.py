"""Reads a record (the recorded events of one game): puts its events into the order of the table, applies corrections, and computes what
follows: the table after each event, the state of the result, rulings, facts and the hash chain."""
