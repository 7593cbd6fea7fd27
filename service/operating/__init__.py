"""Metrics, traces and log lines, for operators."""
