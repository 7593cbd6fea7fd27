"""Folds and views over a log: what each viewer may see, the scores, and the audit."""
