"""The OpenAPI document, made of the routes and the types, and its page `/docs`."""
