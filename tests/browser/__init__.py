"""Tests of the pages in a real Chromium, served by the complete product."""
