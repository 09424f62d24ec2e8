"""A client of the product in Python: the keys a second time, independent of the server and of the browser."""
