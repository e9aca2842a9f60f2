"""Pages: each one file that opens from disk, asks for nothing, and can be read and followed without scripts.

`page` makes a whole file of a template, its styles and its scripts; `anchors` names the places of a release; `prose`
writes a text with its marks; `viewer` and `indices` are the pages. Templates hold the structure of a page; its parts
that are many (rules, entries) are written by functions, since a release has thousands of them.
"""
