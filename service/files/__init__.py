"""Reads and writes records as files: exports, imports, handwritten sheets, tables, archives of whole clubs."""
