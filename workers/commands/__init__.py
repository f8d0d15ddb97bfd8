"""The longer commands of `faceup`, one file each. `workers/cli.py` reads the command line and calls them."""
