"""The OpenAPI document, generated from routes and types, and its page `/docs`."""
