"""The seasons of clubs in the store."""
