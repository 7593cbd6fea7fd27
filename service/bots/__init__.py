"""Players like any other: they see a view and their options, and answer."""
