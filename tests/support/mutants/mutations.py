"""What can be changed in a source, one thing at a time: a comparison, a constant, a condition, `and`, a sign."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from itertools import accumulate

from msgspec import Struct

from tests.support.parsing import tree

OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}


class Mutation(Struct, frozen=True):
    """One change of a source: its line, and what stands there before and after."""

    line: int
    before: str
    after: str
    source: str

    @property
    def change(self) -> str:
        return f"{self.before}  ->  {self.after}"

    def __str__(self) -> str:
        return f"{self.line}: {self.change}"


def mutations(source: str) -> Iterator[Mutation]:
    """Every change of a source, in the order of its lines."""
    found: list[Mutation] = []
    whole = source.encode()
    begins = [0, *accumulate(map(len, whole.splitlines(keepends=True)))]
    for node in _running(tree(source)):
        for other in _changed(node):
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            start = begins[node.lineno - 1] + node.col_offset  # columns count bytes
            end = begins[node.end_lineno - 1] + node.end_col_offset
            before = whole[start:end].decode()
            after = f"({ast.unparse(other)})" if isinstance(node, ast.expr) else ast.unparse(other)
            changed = (whole[:start] + after.encode() + whole[end:]).decode()
            found.append(Mutation(node.lineno, _shown(before), _shown(after), changed))
    return iter(sorted(found, key=lambda one: one.line))


def _running(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions that decide something: not types and heads of classes, nor what is asserted, nor strings."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "type_params", "decorator_list") or isinstance(value, str):
            continue
        if isinstance(node, ast.ClassDef) and name != "body":
            continue
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Meta":
            continue
        if isinstance(node, ast.keyword) and node.arg == "strict":
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, ast.JoinedStr | ast.Assert | ast.pattern):
                continue
            if isinstance(child, ast.expr):
                yield child
            yield from _running(child)


def _changed(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare():
            for at, op in enumerate(node.ops):
                yield _with(node, "ops", [*node.ops[:at], OTHER[type(op)](), *node.ops[at + 1 :]])
        case ast.BoolOp():
            yield _with(node, "op", OTHER[type(node.op)]())
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            yield _with(node, "op", OTHER[type(node.op)]())
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int() as number):
            yield ast.Constant(number + 1)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.IfExp():
            yield _with(node, "test", ast.UnaryOp(ast.Not(), node.test))
        case _:
            pass


def _with(node: ast.expr, name: str, value: object) -> ast.expr:
    other = deepcopy(node)
    setattr(other, name, value)
    return other


def _shown(words: str) -> str:
    return " ".join(words.split())
