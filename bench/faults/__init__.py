"""What the product survives: each fault at random moments under a load of people, and what it cost them.

`strikes.py` is the table of faults; a further one is one more entry there. `load.py` is the people, and
`reckoning.py` compares what they were answered with what is there.
"""
