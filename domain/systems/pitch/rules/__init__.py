"""What the rules of a game of Pitch say: rulesets, options, sheets, the pack, following suit. Nothing here knows a table."""
