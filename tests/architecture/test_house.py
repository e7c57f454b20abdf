"""The drawing in docs/README shows today's folders and imports."""

from tools import house


def test_rooms_import_one_another_in_no_circle_and_have_a_sentence_at_their_door():
    """Arrows go down only, `floors` names the rooms of a circle; a door's first line says what belongs there."""
    assert sum(len(floor) for floor in house.floors()) == len(house.rooms())
    assert not [name for name, sentence in house.rooms().items() if not sentence]


def test_the_drawing_shows_the_rooms_and_imports_of_today():
    """`make house` draws it anew."""
    assert house.PICTURE.read_text(encoding="utf-8") == house.drawing(), "the house has changed: run `make house`"
