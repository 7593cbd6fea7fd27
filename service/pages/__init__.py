"""The files of the browser's pages."""
