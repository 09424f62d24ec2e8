"""Who may open what: devices, the signed key log, role keys."""
