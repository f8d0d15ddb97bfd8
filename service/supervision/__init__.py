"""The process tree of `faceup serve`: one supervisor, its children, and the server that outlives them."""
