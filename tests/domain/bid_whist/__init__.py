"""Tests of Bid Whist: the rules, the auction, the kitty, the play and the score. Most tests are tables, with a row for each clause of the
rules."""
