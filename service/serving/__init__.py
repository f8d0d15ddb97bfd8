"""What gunicorn runs, its settings and the application: for the API (`api.py`), and for the processes beside it (`beside.py`,
`budgeted.py`)."""
