"""What `chronik doctor` looks at, and what of it is unsafe. Nothing is changed by it."""
