"""What people do in Coffer: documents, files and the records around them."""
