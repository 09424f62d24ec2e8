"""Documents and files: the steps around their deciders, and what they ask of the world."""

from application.unit_of_work import Work as Work
