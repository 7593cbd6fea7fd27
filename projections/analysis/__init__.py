"""The analysis of a finished match: win chances, better decisions, and luck (docs/analysis.md)."""
