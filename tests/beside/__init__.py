"""Tests of the processes beside the API (service/beside/)."""
