"""The resources of tournaments."""
