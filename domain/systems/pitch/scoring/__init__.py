"""What a deal of Pitch is worth: the points counted, the scores, the winner."""
