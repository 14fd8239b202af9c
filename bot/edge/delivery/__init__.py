"""Bringing what Discord shows up to what the store holds."""
