"""Mutants: a module with one condition reversed, or one number changed, for as long as a `with` lasts."""

import ast
import copy
import inspect
import types
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

OPPOSITES = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
"""What an operator becomes: a comparison moves by the edge of its range, others turn around."""

ARITHMETIC = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One function with one spot changed."""

    function: types.FunctionType
    line: str  # of the source, where the spot begins
    kind: str  # what is reversed there
    code: types.CodeType

    def __str__(self) -> str:
        return f"{self.function.__module__.rpartition('.')[2]}.{self.function.__name__}, {self.kind}: {self.line}"

    @contextmanager
    def alive(self) -> Iterator[None]:
        """The function is the mutant."""
        before = self.function.__code__
        self.function.__code__ = self.code
        try:
            yield
        finally:
            self.function.__code__ = before


def mutants(module: types.ModuleType, has_numbers: bool = False) -> Iterator[Mutant]:
    """Every mutant of the functions that a module declares; of its arithmetic and whole numbers, too, when asked."""
    source = inspect.getsource(module)
    tree = ast.parse(source)
    for function in _functions(module):
        line = function.__code__.co_firstlineno
        declared = _declared(tree, function.__name__, line)
        for number, (node, kind) in enumerate(_spots(declared, has_numbers)):
            changed = copy.deepcopy(tree)
            _turn(*list(_spots(_declared(changed, function.__name__, line), has_numbers))[number])
            whole = compile(ast.fix_missing_locations(changed), inspect.getfile(module), "exec")
            at = node.target.lineno if isinstance(node, ast.comprehension) else node.lineno
            code = _code(whole, function.__name__, line)
            yield Mutant(function, source.splitlines()[at - 1].strip(), kind, code)


def _functions(module: types.ModuleType) -> Iterator[types.FunctionType]:
    """Functions, methods and properties whose source is the module's own."""
    for thing in list(vars(module).values()):
        members = vars(thing).values() if isinstance(thing, type) else [thing]
        for member in members:
            function = member.fget if isinstance(member, property) else member
            if isinstance(function, types.FunctionType):
                function = inspect.unwrap(function)  # contextlib's wrapper is in another file
                if function.__code__.co_filename == module.__file__:
                    yield function


def _declared(tree: ast.AST, name: str, line: int) -> ast.FunctionDef:
    """Python counts the lines of a function from its first decorator."""
    return next(
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and node.name == name
        and line == min([node.lineno, *(each.lineno for each in node.decorator_list)])
    )


def _spots(tree: ast.FunctionDef, has_numbers: bool) -> Iterator[tuple[ast.AST, str]]:
    """What can be reversed, and how. Loops keep their condition: they might never end."""
    for node in (each for part in tree.body for each in ast.walk(part)):
        match node:
            case ast.If() | ast.IfExp():
                yield node, "test"
            case ast.comprehension(ifs=[_, *_]):
                yield node, "filter"
            case ast.Compare(ops=[op]) if type(op) in OPPOSITES:
                yield node, "comparison"
            case ast.BoolOp():
                yield node, "operator"
            case ast.BinOp(op=ast.BitAnd() | ast.BitOr()):
                yield node, "operator"
            case ast.BinOp(op=op) | ast.AugAssign(op=op) if has_numbers and type(op) in ARITHMETIC:
                yield node, "arithmetic"
            case ast.Call(func=ast.Name(id=name)) if has_numbers and name in NAMES:
                yield node, "function"
            case ast.Constant(value=int() as value) if has_numbers and not isinstance(value, bool):
                yield node, "number"


def _turn(node: ast.AST, how: str) -> None:
    match how:
        case "test":
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case "filter":
            node.ifs[0] = ast.UnaryOp(ast.Not(), node.ifs[0])
        case "comparison":
            node.ops = [OPPOSITES[type(node.ops[0])]()]
        case "operator":
            node.op = OPPOSITES[type(node.op)]()
        case "arithmetic":
            node.op = ARITHMETIC[type(node.op)]()
        case "function":
            node.func.id = NAMES[node.func.id]
        case "number":
            node.value += 1


def _code(code: types.CodeType, name: str, line: int) -> types.CodeType | None:
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            if (part.co_name, part.co_firstlineno) == (name, line):
                return part
            if (inner := _code(part, name, line)) is not None:
                return inner
    return None
