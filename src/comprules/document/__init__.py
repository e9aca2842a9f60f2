"""From a source to a tree: lines, layout, parser, and the model they build."""
