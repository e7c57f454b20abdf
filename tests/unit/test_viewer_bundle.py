"""The page's modules become one script, in the order in which they need each other."""

import re

import pytest

from viewer import bundle, script


@pytest.fixture
def modules(tmp_path, monkeypatch):
    """A folder of modules in the place of the page's own; called with {name: source}."""
    monkeypatch.setattr(bundle, "ROOT", tmp_path)
    bundle._source.cache_clear()
    script.cache_clear()

    def write(**sources: str) -> None:
        for name, source in sources.items():
            (tmp_path / f"{name}.js").write_text(source, encoding="utf-8")

    yield write
    bundle._source.cache_clear()
    script.cache_clear()


def test_modules_come_after_those_they_need_and_each_once(modules):
    modules(
        page='import { left } from "./left.js";\nimport { right } from "./right.js";\nleft(right);\n',
        left='import { ground } from "./ground.js";\nexport const left = ground;\n',
        right='import { ground } from "./ground.js";\nexport function right() {}\n',
        ground="export class ground {}\n",
    )
    assert re.findall(r"^const (\w+_js) = ", script("page.js"), re.MULTILINE) == [
        "ground_js",
        "left_js",
        "right_js",
        "page_js",
    ]


def test_a_circle_of_modules_is_refused(modules):
    modules(page='import { a } from "./other.js";\n', other='import { b } from "./page.js";\nexport const a = b;\n')
    with pytest.raises(bundle.BundleError, match=r"page\.js imports other\.js imports page\.js"):
        script("page.js")


def test_a_script_exports_what_its_entry_exports(modules):
    modules(app="export function mount() {}\nexport const [A, B] = [1, 2];\nconst own = 3;\n")
    assert script("app.js").endswith("export const { mount, A, B } = app_js;\n")


def test_a_workers_script_is_made_of_the_pages_own_modules(modules):
    """The page held it a second time, as a text. A module that both need stands once; the worker's own does not run."""
    modules(
        page='import { shared } from "./shared.js";\nconst at = new URL("./worker.js", import.meta.url).href;\n',
        worker='import { shared } from "./shared.js";\nonmessage = () => shared;\n',
        shared="export const shared = 1;\n",
    )
    text = script("page.js")
    assert text.count("const shared = 1;") == text.count("onmessage") == 1
    named = re.findall(r"^const (\w+)_js = ", text, re.MULTILINE)
    assert named == ["make_shared", "make_worker", "shared", "page"]
    runs = ["const shared_js = (${make_shared_js})();\n", "const worker_js = (${make_worker_js})();\n"]
    assert f"new Blob(['\"use strict\";\\n', {', '.join(f'`{run}`' for run in runs)}]" in text


def test_comments_stay_out_of_a_script(modules):
    modules(
        page='// one\n\n/**\n * two * three\n */\nconst four = "/* five */"; // the page\'s six\n  // seven\n'
        '/* eight */\nfour("a // nine"); // "ten"\n'
    )
    assert script("page.js").endswith(
        'const page_js = (() => {\n\nconst four = "/* five */";\nfour("a // nine"); // "ten"\nreturn {  };\n})();\n'
    )


@pytest.mark.parametrize("line", [
    'import * as all from "./other.js";', 'import { a as b } from "./other.js";', 'import "https://cdn.example/x.js";',
    "export default 3;", "export let counter = 0;", 'export { a } from "./other.js";',
])  # fmt: skip
def test_a_form_that_would_lose_its_meaning_is_refused(modules, line):
    modules(page=f"{line}\n", other="export const a = 1;\n")
    with pytest.raises(bundle.BundleError, match="is neither"):
        script("page.js")


def test_every_module_of_the_page_is_in_it_or_in_a_notebooks_window():
    text = script() + script("ui/notebook.js") + script("league/league.js")
    modules = {str(path.relative_to(bundle.ROOT)) for path in bundle.ROOT.glob("*/*.js")}
    assert modules == set(re.findall(r"^// (\w+/\w+\.js)$", text, re.MULTILINE))


def test_indentation_is_left_out_and_a_text_over_several_lines_is_refused(modules):
    """Its lines would lose their beginnings."""
    modules(page="export function one() {\n    return 1;\n}\n", other="export const text = `one\n  two`;\n")
    assert "\nreturn 1;\n" in script("page.js")
    with pytest.raises(bundle.BundleError, match="no text may span lines"):
        script("other.js")
