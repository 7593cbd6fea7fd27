"""What those who run the service see: log lines and metrics."""
