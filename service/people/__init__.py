"""People: accounts, profiles, saved card lists, the event stream of an account, and erasure."""
