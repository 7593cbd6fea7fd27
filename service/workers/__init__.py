"""What a process does besides answering requests: bookkeeping, calling time, checking stored matches."""
