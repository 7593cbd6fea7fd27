"""What projections need of any match: frames, lines, scores, the audit, the lobby."""
