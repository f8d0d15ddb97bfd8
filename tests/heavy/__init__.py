"""Tests of the heavy workers (service/heavy/), which answer requests that would keep an API process busy too long."""
