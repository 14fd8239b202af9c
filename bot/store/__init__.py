"""What the store keeps: rows and errors. `sqlite` is the one implementation."""
