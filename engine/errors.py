"""What a user or a machine is at fault in: the message is for the user, and says what to do."""


class UserError(Exception):
    """A command that meets it prints the message and ends with exit code 2."""
