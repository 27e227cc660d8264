"""Jobs: runs that the server takes care of, and what they found."""
