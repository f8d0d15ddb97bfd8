"""`faceup demo`: an installation for a while in which seeded games of every system are played, through the API as by any client."""
