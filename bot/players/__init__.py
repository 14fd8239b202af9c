"""Computer opponents. They see an observation, never a state."""
