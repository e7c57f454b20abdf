"""The drawing in docs/README shows today's folders and imports."""

from tools import house


def test_no_two_rooms_import_one_another_in_a_circle():
    """Arrows go down only; `floors` refuses a circle and names its rooms."""
    assert sum(len(floor) for floor in house.floors()) == len(house.rooms())


def test_every_room_has_a_sentence_at_its_door():
    """A newcomer reads the first line of `__init__` and knows what belongs there."""
    assert not [name for name, sentence in house.rooms().items() if not sentence]


def test_the_drawing_shows_the_rooms_and_imports_of_today():
    """`make house` draws it anew."""
    assert house.PICTURE.read_text(encoding="utf-8") == house.drawing(), "the house has changed: run `make house`"
