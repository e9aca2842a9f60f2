"""The Lark grammars. The package is data; `comprules.document.grammar` loads them."""
