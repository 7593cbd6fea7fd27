"""The start and the end of the service, in one process or in several."""
