"""Records in and out: what a file holds, imports, sheets written by hand, tables, archives of whole clubs."""
