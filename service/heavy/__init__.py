"""The heavy workers. They answer requests that would hold an API process for longer than about 20 ms.

An API process serves thousands of people in one event loop: while it works on one request, everybody else waits. So it does only short
work. If a request has to read or render more than MOST_STEPS steps, or to parse more than MOST_BYTES bytes (service/memory/work.py), it is
sent unchanged to a heavy worker. That process runs the same application, with a budget of processor time and memory for each
request.

    asking.py   sends requests to these processes, a few at a time
    turns.py    decides which request is sent next
    sharing.py  lets equal requests that wait share one answer

These run in the API. What runs in the heavy workers is in service/serving/. docs/decisions/ops-limits.md says why.
"""
