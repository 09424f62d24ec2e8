"""Measurements to repeat on your own machine: ratios within one run, printed as JSON."""
