"""The record file: a file with one complete record. This package defines its layout, verifies its bytes and reads it back into events."""
