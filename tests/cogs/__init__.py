"""The edge, driven as people drive it: the real cogs in a simulated Discord."""
