"""Suspicion: what detectors find in the history, and what becomes of each finding."""
