"""Measures the product. Each figure is compared, in the same run, with a *floor* (the least code that does the same work) or a *rival*
(another library). The figures alone depend on the machine and the hour, so the comparison is what matters."""
