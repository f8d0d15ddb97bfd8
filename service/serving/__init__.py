"""What gunicorn runs, its settings and the application: for the API (`api.py`), and for the heavy workers (`heavy.py`,
`budgeted.py`)."""
