"""Pictures on a terminal: coloured characters with lines between the pieces."""
