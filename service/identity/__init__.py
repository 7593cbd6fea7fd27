"""Identity: accounts and their tokens, authentication, and access to matches."""
