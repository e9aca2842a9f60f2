"""What is one family's own: how its numbers are built, and the facts that its grammar files cannot say."""
