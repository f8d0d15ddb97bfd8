"""Backs up whole installations into a folder of record files, and restores them."""
