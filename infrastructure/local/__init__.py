"""The embedded stack: what `./run` starts on a machine that has nothing but Python."""
