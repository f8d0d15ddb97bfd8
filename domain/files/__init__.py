"""The record file: this package has its layout, verifies a file from its bytes alone, and reads a file back into events."""
