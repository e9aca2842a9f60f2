"""Tools with which language models look rules up, over the Model Context Protocol; needs `comprules[mcp]`."""
