"""Running an installation: the process tree of `faceup serve`, our own server, its data folder, its health."""
