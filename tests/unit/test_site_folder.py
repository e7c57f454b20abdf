"""The site's folder and its kept parts: builds that are killed, run at once, or meet a folder with other things."""

import os
import time

import pytest

from engine.errors import UserError
from experiments.__main__ import laboratory
from experiments.commands import options
from experiments.site import build, kept
from experiments.site import folder as folder_of


class TestAKilledBuildLeftAFolderThatWasRefused:
    """mkdocs emptied the folder and filled it: a build killed before the mark was back left "files not a site's"."""

    def site(self, folder, names):
        """A built site with these files."""
        for name in (str(folder_of.MARK), *names):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(name)
        return folder

    def files(self, folder):
        """All that it holds."""
        return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}

    def test_whenever_it_is_killed_the_next_build_is_whole(self, tmp_path, monkeypatch):
        """After any number of files; a file has become a folder, and a folder a file."""
        old, new = ["a.html", "b", "c/d.html", "z/z.html"], ["a.html", "b/b.html", "c", "new.html"]
        usual = folder_of.writing.write
        for kept_alive in range(len(new) + 2):
            place = tmp_path / str(kept_alive)
            folder_of.lay(self.site(tmp_path / "old", old), place)
            left = [None] * kept_alive

            def write(path, content, left=left):
                if not left:
                    raise KeyboardInterrupt
                left.pop()
                usual(path, content)

            built = self.site(tmp_path / "new", new)
            monkeypatch.setattr(folder_of.writing, "write", write)
            with pytest.raises(KeyboardInterrupt):
                folder_of.lay(built, place)
            monkeypatch.setattr(folder_of.writing, "write", usual)
            folder_of.check(place)
            folder_of.lay(built, place)
            assert self.files(place) == self.files(built)

    def test_hidden_files_stay_and_what_a_kill_left_beside_a_page_goes(self, tmp_path):
        """Those of a web host, and the part of a page that was being written."""
        place = self.site(tmp_path / "site", [".nojekyll", ".git/config", ".a.html.12345678.part"])
        folder_of.lay(self.site(tmp_path / "built", ["a.html"]), place)
        assert self.files(place) - {".git"} == {".nojekyll", ".git/config", *self.files(tmp_path / "built")}

    def test_an_old_part_is_out_of_the_way_before_it_is_deleted(self, tmp_path, monkeypatch):
        """Killed then, it is made anew when its key is asked for again."""
        kept.kept("league", "one", lambda part: (part / "a").write_text("whole"), tmp_path)
        with monkeypatch.context() as patched:
            patched.setattr(kept.tempfile.TemporaryDirectory, "cleanup", lambda half: half._finalizer.detach())
            kept.kept("league", "two", lambda part: None, tmp_path)
        assert not (tmp_path / "league-one").exists()
        place = kept.kept("league", "one", lambda part: (part / "a").write_text("anew"), tmp_path)
        assert (place / "a").read_text() == "anew"


class TestEveryBuildBeganFromNothing:
    """`make site` took ten minutes after a word had changed in a document: all games were played again."""

    def test_a_part_is_made_once(self, tmp_path):
        """Until its key changes; then the old one goes."""
        made = []

        def make(part):
            made.append(part)
            (part / "a").write_text(str(len(made)))

        def stop(part):
            make(part)
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            kept.kept("league", "one", stop, tmp_path / "parts")
        assert list((tmp_path / "parts").iterdir()) == [], "half a part is not taken for the whole"
        for key in ("one", "one", "two"):
            place = kept.kept("league", key, make, tmp_path / "parts")
        assert len(made) == 3
        assert (place / "a").read_text() == "3"
        assert [path.name for path in (tmp_path / "parts").iterdir()] == ["league-two"]

    def test_what_a_killed_build_left_goes_after_a_day(self, tmp_path):
        """The story: a whole league of it was never deleted. That of a build at work stays."""
        for name, age in (("half-killed", 2 * kept.LONGEST), ("half-at-work", 60)):
            (tmp_path / name / "league").mkdir(parents=True)
            os.utime(tmp_path / name, (time.time() - age,) * 2)
        kept.kept("league", "one", lambda part: None, tmp_path)
        assert {path.name for path in tmp_path.iterdir()} == {"half-at-work", "league-one"}

    def test_two_builds_at_once_keep_one_part(self, tmp_path):
        """The story: the later one deleted what the earlier one was copying, or could not put its own in that place."""

        def make(part):
            (part / "who").write_text("later")
            kept.kept("league", "one", lambda first: (first / "who").write_text("earlier"), tmp_path)

        assert (kept.kept("league", "one", make, tmp_path) / "who").read_text() == "earlier"
        assert [path.name for path in tmp_path.iterdir()] == ["league-one"]

    def test_the_league_is_made_anew_for_another_database_or_program(self, tmp_path):
        """And for other numbers of games."""
        database = tmp_path / "laboratory.db"
        database.write_bytes(b"1")
        plan = build.SitePlan(database, 2)
        keys = {plan.key("a"), plan.key("b"), build.SitePlan(database, 3).key("a")}
        os.utime(database, (5, 5))
        assert len(keys | {plan.key("a")}) == 4


def test_a_folder_with_other_things_is_left_alone(tmp_path):
    """What makes the pages empties the folder first."""
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    plan = build.SitePlan(tmp_path / "none.db", 0)
    with pytest.raises(UserError, match="holds files that are not a site's"):
        build.site(tmp_path, plan)
    with pytest.raises(UserError, match="is a file; expected a folder"):
        build.site(tmp_path / "thesis.txt", plan)
    assert (tmp_path / "thesis.txt").read_text(encoding="utf-8") == "years of work"
    plan = build.SitePlan(tmp_path / "none.db", 0, front=lambda folder: pytest.fail("played"))
    with pytest.raises(UserError, match=r"none\.db"):
        build.site(tmp_path / "site", plan)


def test_the_folder_is_looked_at_before_the_published_games_are_unpacked(tmp_path, capsys, monkeypatch):
    """The first time that takes ten seconds, after which the folder was refused."""
    monkeypatch.setattr(options, "published", lambda: pytest.fail("unpacked"))
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit) as ended:
        laboratory(["site", str(tmp_path / "file")])
    assert ended.value.code == 2
    assert "is a file" in capsys.readouterr().err
