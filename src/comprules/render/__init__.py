"""Renderers: values of the library to text, Markdown, JSON and HTML."""
