"""Measures the product. Each figure is compared, in the same run, with a *floor* (the least code that does the same work) or a *rival*
(another library). A figure alone also depends on the machine and on the hour."""
