"""Tests of the processes beside the API (service/beside/), which answer requests that would keep an API process busy too long."""
