"""Settings that hold for every test."""

from hypothesis import settings

# No deadline: the first example may compile a kernel, and a busy machine is not a defect.
settings.register_profile("halite", deadline=None)
settings.load_profile("halite")
