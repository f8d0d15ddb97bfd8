"""A record read: the events that stand, in table order, folded; its life, its rulings, its facts, its hash chain."""
