"""Answers to those who play: can it still be completed, and what comes next?"""
