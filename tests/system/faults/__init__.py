"""Faults of the machine: full disks, flipped bits, clock jumps, suspension, and SIGKILL at any moment."""
