"""Measurements: every figure a ratio against a floor or a rival measured in the same run; absolute figures drift with the machine."""
