"""The one place that knows every layer: plain construction, one file per context and per process."""
