"""The search for polygons, corner by corner, and what it takes."""
