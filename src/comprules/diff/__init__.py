"""Comparison of two releases: matching, edits, kinds, and their inverse."""
