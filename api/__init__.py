"""Every way in: HTTP, the realtime stream and the command line."""
