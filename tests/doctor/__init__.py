"""The doctor, on sound and faulty installations."""
