"""Running an installation: the process tree of `faceup serve`, the embedded server, its data folder, its health."""
