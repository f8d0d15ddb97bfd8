"""Tests of Bid Whist, most of them as tables: the rules, the auction, the kitty, the play and the score, clause by clause."""
