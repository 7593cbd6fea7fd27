"""Media types of what the service answers."""

JSON = "application/json"

SCHEMA = "application/schema+json"

NDJSON = "application/x-ndjson"

EVENTS = "text/event-stream"

BYTES = "application/octet-stream"

TEXT = "text/plain"

HTML = "text/html"

CSV = "text/csv"

TAR = "application/x-tar"
