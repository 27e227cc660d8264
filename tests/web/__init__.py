"""Tests in a browser: Chromium, by playwright."""
