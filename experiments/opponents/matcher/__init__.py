"""Matcher, after CowZow's account of Halite III: five scores for every move, resolved as one assignment."""
