"""`faceup demo`: a temporary installation in which seeded games of every system are played through the API, as by any client."""
