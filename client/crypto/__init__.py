"""Every byte layout of the cryptographic design: bytes in, bytes out, no network and no storage.

Each module holds one format. Failure is one of `errors`, and says no more than a reader may know.
"""
