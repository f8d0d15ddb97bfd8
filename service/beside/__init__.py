"""The processes beside the API. They answer requests that would hold an API process for longer than about 20 ms.

An API process serves thousands of people in one event loop: while it works on one request, everybody else waits. So it does only short
work. If a request has to read or render more than MOST_STEPS steps, or to parse more than MOST_BYTES bytes (service/kept/loop.py), it is
sent unchanged to a process beside the API. That process runs the same application, with a budget of processor time and memory for each
request.

    asking.py       runs in the API: sends requests to these processes, a few at a time
    application.py  runs in these processes: the application within its budget
    serving.py      the settings of gunicorn for these processes (`faceup beside`)

docs/decisions/ops-beside.md says why.
"""
