"""The store contract: the same tests against every server that Faceup supports."""
