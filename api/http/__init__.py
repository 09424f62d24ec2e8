"""The HTTP interface: one folder per context, one controller per entity."""
