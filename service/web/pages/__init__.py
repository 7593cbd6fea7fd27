"""The pages of the viewer: their HTML documents and their files."""
