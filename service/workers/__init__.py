"""What a process does besides answering requests."""
