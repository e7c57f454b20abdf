"""The laboratory: plays the games that are not stored, remembers them, and shows how far it is."""
