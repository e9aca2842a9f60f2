"""Histories for people and programs: text, Markdown, a page, JSON records."""
