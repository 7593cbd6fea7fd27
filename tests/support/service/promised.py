"""The checked-in OpenAPI document; `test_openapi` compares it with the routes."""

import json
from pathlib import Path

CHECKED_IN = Path("openapi/openapi.json")
DOCUMENT = json.loads(CHECKED_IN.read_bytes())
ENDLESS = ("/feed", "/me/events")
"""The ends of addresses whose answers are endless streams."""
