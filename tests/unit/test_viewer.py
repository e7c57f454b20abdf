"""Pages are made: modules become one script, files are embedded, colours can be told apart."""

import gzip
import json
import re
import shutil
from base64 import b64decode
from itertools import combinations, product

import numpy as np
import pytest

from bot import Reason
from engine.errors import UserError
from engine.replay import Replay, read
from tests.support.recordings import GAMES, GOLDEN
from viewer import bundle, page, script
from viewer.__main__ import main
from viewer.bundle import ROOT as PAGE
from viewer.planes import planes


@pytest.fixture
def bundled(tmp_path, monkeypatch):
    """Return the script of page.js where a folder of these modules is in the place of the page's own."""
    monkeypatch.setattr(bundle, "ROOT", tmp_path)

    def script_of(name: str, **sources: str) -> str:
        for module, source in sources.items():
            (tmp_path / f"{module}.js").write_text(source, encoding="utf-8")
        bundle._source.cache_clear()
        script.cache_clear()
        return script(name)

    yield script_of
    bundle._source.cache_clear()
    script.cache_clear()


CIRCLE = {"page": 'import { a } from "./other.js";\n', "other": 'import { b } from "./page.js";\nexport const a = b;\n'}


@pytest.mark.parametrize("line", [
    'import * as all from "./other.js";', 'import { a as b } from "./other.js";', 'import "https://cdn.example/x.js";',
    "export default 3;", "export let counter = 0;", 'export { a } from "./other.js";',
])  # fmt: skip
def test_a_form_that_would_lose_its_meaning_is_refused(bundled, line):
    with pytest.raises(bundle.BundleError, match="is neither"):
        bundled("page.js", page=f"{line}\n", other="export const a = 1;\n")


def test_every_module_of_the_page_is_in_it_or_in_the_league():
    text = script() + script("league/league.js")
    modules = {str(path.relative_to(bundle.ROOT)) for path in bundle.ROOT.glob("*/*.js")}
    assert modules == set(re.findall(r"^// (\w+/\w+\.js)$", text, re.MULTILINE))


def test_indentation_is_left_out_and_a_circle_and_a_text_over_several_lines_are_refused(bundled):
    assert "\nreturn 1;\n" in bundled("page.js", page="export function one() {\n    return 1;\n}\n")
    with pytest.raises(bundle.BundleError, match="no text may span lines"):  # they would lose their beginnings
        bundled("other.js", other="export const text = `one\n  two`;\n")
    with pytest.raises(bundle.BundleError, match=r"page\.js imports other\.js imports page\.js"):
        bundled("page.js", **CIRCLE)


GAME = GAMES[0]


def embedded(text, name):
    element = re.search(rf'<script type="application/gzip" id="{name}" data-name="[^"]*">([^<]*)</script>', text)
    return gzip.decompress(b64decode(element[1])) if element else None


def explains(player, **changes):
    board = json.loads(gzip.decompress(GAME.read_bytes()))
    size = {"width": board["width"], "height": board["height"]}
    return json.dumps({"format": "halite-explanation", "player": player, **size, **changes})


def test_a_page_holds_the_replay_and_asks_for_nothing_else():
    text = page(GAME)
    assert embedded(text, "planes") == planes(read(GAME))
    game = GOLDEN / "decisions" / "v26-v17-v12-v26-30x30-4403.hlt.gz"
    assert len(page()) < 230_000
    assert len(page(game)) < len(page()) + 0.4 * game.stat().st_size
    packed = (embedded(text, name).decode() for name in ("style", "program"))
    whole = "".join([text, *packed])
    assert set(re.findall(r"https?://[\w./]+", whole)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r'(src|href)="(?!data:)', whole)


def test_a_plain_file_and_a_log_are_packed_as_they_are_and_names_are_text(tmp_path):
    plain = tmp_path / "a&b.hlt"
    plain.write_bytes(gzip.decompress(GAME.read_bytes()))
    text = page(plain)
    assert embedded(text, "planes") == planes(read(GAME))
    assert "<title>a&amp;b.hlt" in text
    log = tmp_path / "STYLE.csv"
    log.write_text("1,2,3,</script>SCRIPT,red\n", encoding="utf-8")
    text = page(GAME, flog=log)
    assert embedded(text, "flog") == log.read_bytes()
    assert text.count("</script>") == 7, "two files, style and program, their unpacking, and two of the kernels"


def test_a_game_in_a_page_is_a_line_and_its_tables_in_bytes():
    owner = np.array([[[0, 1]], [[0, 1]]])
    replay = Replay(owner, 100 * owner, np.array([[7, 8]]), np.array([[[300, 4]]], np.int32), ("a\udcc3",))
    head, tables = planes(replay).split(b"\n", 1)
    assert json.loads(head) == {"width": 2, "height": 1, "frames": 2, "players": ["a\\xc3"]}
    assert list(tables) == [0, 0, 1, 1, 0, 256 - 100, 100, 100, 7, 8, 5, 4], "square by square"


def test_what_is_no_replay_is_refused_before_a_page_is_written(tmp_path, capsys):
    broken = tmp_path / "broken.hlt"
    broken.write_text("hello", encoding="utf-8")
    target = tmp_path / "page.html"
    assert main([str(broken), "-o", str(target)]) == 2
    assert "broken.hlt: no whole replay" in capsys.readouterr().err
    assert not target.exists()
    with pytest.raises(UserError, match=r"nowhere\.explain\.gz: cannot be read"):
        page(GAME, explanation=tmp_path / "nowhere.explain.gz")
    for content in (b"1,2,3,red\n", b"\x1f\x8b is no gzip", b'["format"]', GAME.read_bytes()):
        broken.write_bytes(content)  # the page was written, and refused it when it was opened
        assert main([str(GAME), "--explanation", str(broken), "-o", str(target), "--no-open"]) == 2
        assert capsys.readouterr().err.startswith(f"{broken}: no explanation file")
        assert not target.exists()
    assert main([str(GAME), "-o", str(tmp_path / "nowhere" / "page.html"), "--no-open"]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_page_lies_beside_its_replay_and_takes_the_explanation_there(tmp_path, capsys):
    """Where `explain` and ./play put it; another game's, whose name only begins alike, is left alone."""
    replay = shutil.copy(GAME, tmp_path / "game.hlt.gz")
    for name, player in (("game.player2", 2), ("game.other.player1", 1)):
        (tmp_path / f"{name}.explain.gz").write_bytes(gzip.compress(explains(player).encode()))
    assert main([str(replay), "--no-open"]) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "game.html")
    packed = embedded((tmp_path / "game.html").read_text(encoding="utf-8"), "explanation")
    assert json.loads(packed)["player"] == 2
    cut = tmp_path / "game.player2.explain.gz"
    cut.write_bytes(cut.read_bytes()[:30])  # the page complains of it
    assert main([str(replay), "--no-open"]) == 0


@pytest.mark.parametrize("option", [None, "--explanation", "--flog"])
def test_a_page_never_takes_the_place_of_what_it_is_made_from(tmp_path, capsys, option):
    replay, beside = shutil.copy(GAME, tmp_path / "game.hlt.gz"), tmp_path / "beside"
    beside.write_text(explains(1))
    target = beside if option else replay
    before = target.read_bytes()
    words = [str(replay), *([option, str(beside)] if option else [])]
    assert main([*words, "-o", str(target), "--no-open"]) == 2
    assert "would overwrite this file" in capsys.readouterr().err
    assert target.read_bytes() == before


HEAD = b'{"format": "halite-explanation"%b}\n'
LONG = gzip.compress(HEAD % b', "opponent": "a"' + bytes(range(256)) * 99, mtime=0)


@pytest.mark.parametrize(("content", "writer"), [
    (HEAD % b"" + b'{"turn": 0}\n', "bot"),
    (HEAD % b', "opponent": "matcher"', "opponent"),
    (LONG[:-99], "opponent"),  # of a bot that was killed
    (b"", None),  # of one that died before it began
], ids=["of the bot", "of an opponent", "of a killed bot", "nothing"])  # fmt: skip
def test_an_explanation_may_be_cut_short_and_the_page_knows_whose_it_waits_for(tmp_path, content, writer):
    file = tmp_path / "why.explain.gz"
    file.write_bytes(content)
    text = page(GAME, file)
    found = re.search(r'data-explained="(\w+)"', text)
    assert (found and found[1]) == writer
    assert 'id="explanation"' in text if writer else embedded(text, "explanation") == b""


# Linear RGB as people see it who lack one kind of cone: Machado, Oliveira and Fernandes, "A Physiologically-based Model
# for Simulation of Color Vision Deficiency", 2009.
SIGHTS = {
    "usual": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}

XYZ = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]]
WHITE = [0.95047, 1, 1.08883]
JUST_APART = 10  # in CIELAB; 2.3 is what an eye can just tell apart when both lie side by side


OUTSTANDING = 2.2  # contrast with the ground
GROUNDS = {"dark": "#11151a", "light": "#fafbfc"}


def linear(colour):
    channels = np.array([int(colour[start : start + 2], 16) for start in (1, 3, 5)]) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def seen(colour, sight):
    light = np.clip(np.array(SIGHTS[sight]) @ linear(colour), 0, 1)
    x, y, z = (np.cbrt(part) if part > 0.008856 else 7.787 * part + 16 / 116 for part in XYZ @ light / WHITE)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def colours(file, pattern):
    text = (PAGE / file).read_text("utf-8")
    return re.findall(r"#[0-9a-f]{6}", re.search(pattern, text, re.DOTALL)[1])


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_no_two_players_or_reasons_look_alike_and_no_reason_like_a_player(sight, theme):
    players, reasons = (colours(file, rf"{theme}: (\[.*?\])")[1:] for file in ("core/colours.js", "explain/choices.js"))
    assert min(len(players), len(reasons)) >= 6
    pairs = [*combinations(players, 2), *combinations(reasons, 2), *product(players, reasons)]
    distances = {pair: np.linalg.norm(seen(pair[0], sight) - seen(pair[1], sight)) for pair in pairs}
    worst = min(distances, key=distances.get)
    assert distances[worst] >= JUST_APART, f"{' and '.join(worst)} are {distances[worst]:.1f} apart"


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_reason_has_a_colour_that_stands_out_from_the_ground(theme):
    """Two were drawn as unknown; "flows downhill" had the contrast 1.01, blue and navy were one."""

    def brightness(colour):
        return 0.05 + linear(colour) @ [0.2126, 0.7152, 0.0722]

    reasons, ground = colours("explain/choices.js", rf"{theme}: (\[.*?\])"), brightness(GROUNDS[theme])
    assert len(reasons) == len(Reason)
    for light in map(brightness, reasons[1:]):
        assert max(light, ground) / min(light, ground) >= OUTSTANDING
