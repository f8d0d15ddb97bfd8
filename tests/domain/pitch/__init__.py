"""Tests of Pitch and Smear: the rules, the play and the count. Most tests are tables, with a row for each clause of the rules."""
