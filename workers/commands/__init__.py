"""The longer commands of `faceup`, a file each; `workers/cli.py` has the command line."""
