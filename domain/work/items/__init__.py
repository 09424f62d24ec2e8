"""Sealed items: content under a fresh key, those it is for, and statements that say so.

What is the same for every kind whose items have streams of their own; a kind adds its attributes and rules.
"""
