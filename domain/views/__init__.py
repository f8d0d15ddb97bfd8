"""What one viewer gets of a record, as JSON: the bodies of answers and live messages.

They are made from a reading of the record, the viewer, the people's names and other plain values. The service looks these up, and sends
the bodies.
"""
