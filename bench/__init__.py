"""Measures the product. Every figure is compared with a floor or a rival in the same run, because absolute figures drift with the
machine."""
