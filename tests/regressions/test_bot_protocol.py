"""Lines that the bot once wrote or read wrongly."""

import io

import pytest

from bot.program import protocol


class TestNamesWereCutByLetters:
    """The bot cut its name to 30 letters, the official environment cuts the line to 30 bytes. A name of 30 letters
    beyond ASCII arrived with half a letter at its end, and the replay held a name that is not text.
    """

    def test_a_letter_that_does_not_fit_is_left_out_whole(self):
        """29 bytes and a letter of two are 29 bytes."""
        assert protocol.write_name("n" * 29 + "ö") == b"n" * 29 + b"\n"


class TestNumbersBeyondAGameWerePassedOn:
    """A size of 4294967296 x 4294967296 wrapped to a board of 0 squares, and a run of 2**63 - 1 squares made the sum
    of the runs wrap, so the bot died in numpy and its log said that the bot had a defect.
    """

    SIZE = "1\n4294967296 4294967296\n\n\n"
    RUN = f"1\n3 3\n{'1 ' * 9}\n{2**63 - 1} 0 {2**63 - 1} 0 2 0 9 0 {'5 ' * 9}\n"

    @pytest.mark.parametrize("text", [SIZE, RUN], ids=["size", "run"])
    def test_they_are_errors_of_the_protocol(self, text):
        """The error says that a number is too large for this game."""
        with pytest.raises(protocol.ProtocolError, match="too large"):
            protocol.read_handshake(io.BytesIO(text.encode()))
