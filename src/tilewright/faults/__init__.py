"""What is wrong, or at least odd, with a puzzle: all of it at once, each with its place."""

from tilewright.faults.fault import Fault
from tilewright.faults.find import find_faults, require_sound, size_faults

__all__ = ["Fault", "find_faults", "require_sound", "size_faults"]
