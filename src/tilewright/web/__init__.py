"""Tilewright in a browser: a server for one person's machine, and the pages that it shows.

Only here is FastAPI known.
"""
