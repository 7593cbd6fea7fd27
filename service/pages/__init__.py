"""The files of the browser's pages, and the rule books as pages."""
