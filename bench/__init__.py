"""Measurements. Every figure is a ratio against a floor or a rival measured in the same run; absolute figures drift from machine to machine."""
