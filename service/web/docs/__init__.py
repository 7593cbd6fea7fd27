"""The manual at `/docs`: the interface document, the rule books, the problems, and a search over all of them."""
