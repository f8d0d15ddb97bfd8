"""The pages in a real Chromium, against the whole product."""
