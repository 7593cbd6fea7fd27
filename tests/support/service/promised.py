"""The document as it is checked in; `test_openapi` holds it to what the routes say."""

import json
from pathlib import Path

CHECKED_IN = Path("openapi/openapi.json")
DOCUMENT = json.loads(CHECKED_IN.read_bytes())
ENDLESS = ("/feed", "/me/events")
"""How an address ends whose answer goes on for as long as there is something to tell."""
