"""From what a person types to rules and glossary entries: look-up by number or name, search by words."""
