"""Records in and out: the content of a file, imports, handwritten sheets, tables, archives of whole clubs."""
