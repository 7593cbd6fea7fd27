"""The addresses of the service: one folder per subject, one file per resource."""
