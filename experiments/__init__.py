"""The laboratory: plays and compares players, tunes parameters, analyses recorded games."""
