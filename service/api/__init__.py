"""One blueprint for each resource, its schemas beside it."""
