"""Find message codes in the source by static analysis, so that no branch has to be executed."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
_JS_STRING = re.compile(r"""["'`]([a-z]+\.[a-z-]+)["'`]""")


@cache
def modules(*rooms: str) -> dict[Path, ast.Module]:
    files = sorted(file for room in rooms for file in (ROOT / room).rglob("*.py"))
    return {file: ast.parse(file.read_text(encoding="utf-8")) for file in files}


def _nodes(*rooms: str) -> Iterator[ast.AST]:
    for module in modules(*rooms).values():
        yield from ast.walk(module)


@cache
def literals() -> frozenset[str]:
    """Every string literal that is not part of an f-string."""
    inner = {id(part) for node in _nodes("bot", "cogs") if isinstance(node, ast.JoinedStr) for part in node.values}
    return frozenset(
        node.value
        for node in _nodes("bot", "cogs")
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inner
    )


def script_literals() -> frozenset[str]:
    """Code-like string literals in the playground's scripts."""
    files = (ROOT / "bot" / "playground" / "page").glob("*.js")
    return frozenset(code for file in files for code in _JS_STRING.findall(file.read_text(encoding="utf-8")))


def patterns() -> frozenset[str]:
    """Codes built by f-strings, as `game.{}`; those without a literal prefix are left out."""
    made = (
        "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        for node in _nodes("bot", "cogs")
        if isinstance(node, ast.JoinedStr)
    )
    return frozenset(text for text in made if re.fullmatch(r"[a-z-]+(\.([a-z0-9_-]+|\{\}))+", text))


@cache
def _calls() -> dict[str, list[tuple[Path, ast.Module, ast.Call]]]:
    found: dict[str, list[tuple[Path, ast.Module, ast.Call]]] = defaultdict(list)
    for file, module in modules("bot", "cogs").items():
        for node in ast.walk(module):
            if isinstance(node, ast.Call):
                found[_name(node.func)].append((file, module, node))
    return found


def calls(*names: str, room: str = "") -> Iterator[tuple[ast.Module, ast.Call]]:
    """Every call of a function or method of one of these names, with its module; without the arena, whose texts are
    for programs."""
    for name in names:
        for file, module, call in _calls()[name]:
            if file.is_relative_to(ROOT / room) and not file.is_relative_to(ROOT / "bot" / "arena"):
                yield module, call


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def strings(module: ast.Module, value: ast.expr) -> set[str] | None:
    """Possible values of an argument: a literal, one of two, or a dict's values; None if it cannot be inferred."""
    match value:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp(body=body, orelse=otherwise):
            return _both(strings(module, body), strings(module, otherwise))
        case ast.Subscript(value=ast.Name(id=name)):
            return _table(module, name)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get"), args=[_, default]):
            return _both(_table(module, name), strings(module, default))
    return None


def _both(one: set[str] | None, other: set[str] | None) -> set[str] | None:
    return None if one is None or other is None else one | other


def _table(module: ast.Module, name: str) -> set[str] | None:
    for node in module.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=found)], value=ast.Dict(values=values)) if found == name:
                return _texts(values)
            case ast.AnnAssign(target=ast.Name(id=found), value=ast.Dict(values=values)) if found == name:
                return _texts(values)
    return None


def _texts(values: list[ast.expr]) -> set[str]:
    return {item.value for item in values if isinstance(item, ast.Constant) and isinstance(item.value, str)}


def words(module: ast.Module) -> set[str]:
    """Every string of a module: an upper bound for a value that cannot be inferred."""
    return {n.value for n in ast.walk(module) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def fields_given(call: ast.Call) -> set[str] | None:
    """Names of a call's keyword arguments; None if it unpacks a dict."""
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else {name for name in names if name is not None}
