"""What writes and lists solutions: those that a run has stored, sorted, sifted, and as files."""
