"""The record file: its layout, its verification from the bytes alone, and reading it back into events."""
