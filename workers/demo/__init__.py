"""`faceup demo`: a temporary installation in which games of every system (card game) are played automatically. They are recorded through
the HTTP API, and are the same in each demonstration."""
