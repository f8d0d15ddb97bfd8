"""Reading a record: folding its current events in table order; its life, rulings, facts and hash chain."""
