"""Brings what Discord shows up to what the store holds: panels, pings, tables, result posts, invitations."""
