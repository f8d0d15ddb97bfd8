"""The HTTP service, its store and its pages."""
