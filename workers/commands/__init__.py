"""The longer commands of `faceup`, one file each; `workers/cli.py` has the command line."""
