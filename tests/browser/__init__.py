"""Tests of the pages in a real Chromium. The complete product serves the pages."""
