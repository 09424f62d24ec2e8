"""What the product shows: read models as functions of recorded facts."""
