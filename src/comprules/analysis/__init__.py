"""Tables beside the tree: what is learned about a document without changing it."""
