"""The record file: its layout, how it is verified from its bytes alone, and how it is read back into events."""
