"""The bot's functions say what they take: few arguments of any type, and few arguments at all."""

import ast
from typing import Any

from bot.board import arrays
from bot.kernels import player
from tests.support.project import ROOT

MOST_OF_ANY_TYPE, MOST_ARGUMENTS = 60, 8


def functions():
    """Every function of the bot, as (file, its definition)."""
    for path in sorted((ROOT / "bot").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield path.name, node


def test_few_arguments_are_of_any_type_and_types_of_kernels_are_types():
    """Any at any depth counts, and a name that stood for it would pass; values of parameters are the rest."""
    loose = []
    for file, function in functions():
        named = function.args
        for argument in (*named.posonlyargs, *named.args, *named.kwonlyargs):
            if argument.annotation and "Any" in {getattr(node, "id", "") for node in ast.walk(argument.annotation)}:
                loose.append(f"{file}: {function.name}({argument.arg})")
    assert 0 < len(loose) <= MOST_OF_ANY_TYPE, loose
    assert Any not in (value for name, value in vars(arrays).items() if name != "Any")
    assert player.Values is arrays.Record


def test_no_function_takes_many_arguments():
    many = [
        f"{file}: {function.name}"
        for file, function in functions()
        if len(function.args.posonlyargs + function.args.args) > MOST_ARGUMENTS
    ]
    assert not many
