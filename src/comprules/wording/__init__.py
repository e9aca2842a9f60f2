"""Texts whatever their document: folding, words, edits, what keeps its order."""
