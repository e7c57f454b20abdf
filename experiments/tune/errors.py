"""What the user or the machine can get wrong."""


class TuningError(Exception):
    """The study cannot be made, opened or continued; the message says why and what to do."""
