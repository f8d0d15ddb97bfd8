"""The record file: a file with one complete record. This package has its layout, verifies a file from its bytes alone, and reads a file
back into events."""
