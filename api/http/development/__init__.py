"""What belongs to development mode: `/debug`, and demo data. In production none of it is composed."""
