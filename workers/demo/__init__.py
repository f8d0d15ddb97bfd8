"""`faceup demo`: a temporary installation in which games of every system are played automatically, through the HTTP API. They are the same
in each demonstration."""
