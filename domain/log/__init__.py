"""The code that the logs of matches and tournaments share."""
