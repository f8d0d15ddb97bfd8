"""Reads and writes records as files: the content of an export, imports, handwritten sheets, tables, archives of whole clubs."""
