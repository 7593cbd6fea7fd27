"""The OpenAPI document of the service as it comes, without a service that runs."""

from service.app import create_app
from service.openapi.document import document
from service.settings import Settings

NOWHERE = "redis://nowhere.invalid"


def openapi_document() -> bytes:
    """The document with the limits that stand when nothing is configured; needs no engine."""
    settings = Settings(redis_url=NOWHERE)
    return document(create_app(settings), settings)
