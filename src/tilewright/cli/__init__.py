"""The shell: parses, calls, prints.  Nothing is computed here."""
