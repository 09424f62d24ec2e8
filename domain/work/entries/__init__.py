"""Entries: sealed records that one aggregate keeps in order, each with statements of its own."""
