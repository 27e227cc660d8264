"""For designers: is it the only solution, how hard is it, and new puzzles that have one."""
