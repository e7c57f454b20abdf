"""The laboratory: plays the games that are not stored yet, stores them, and shows its progress."""
