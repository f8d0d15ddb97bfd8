"""Tests of Pitch and Smear, most of them as tables: the rules, the play and the count, clause by clause."""
