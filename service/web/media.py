"""Media types of the service's answers; FORMAT.md, section 13, describes our formats."""

JSON = "application/json"

SCHEMA = "application/schema+json"

NDJSON = "application/x-ndjson"

EVENTS = "text/event-stream"

BYTES = "application/octet-stream"

PNG = "image/png"

TEXT = "text/plain"

HTML = "text/html"

CSV = "text/csv"

TAR = "application/x-tar"

ARCHIVE = "application/vnd.chronik.archive"

BUNDLE = "application/vnd.chronik.bundle"

TOURNAMENT_LOG = "application/vnd.chronik.tournament-log"

OUTLINE = "application/vnd.chronik.tournament-outline+json"
