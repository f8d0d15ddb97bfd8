"""The HTTP service, its store and its pages: a fold with a network attached."""
