"""Sample documents of an invented game, and facts about them. The package is data; nothing here runs."""
