"""Comments left out of scripts and style sheets on their way to a browser.

They are a fifth of the weight, and for those who have the source. What begins like a comment inside a string, a
template or a regular expression is none: scripts are read as far as that takes, and one that cannot be is refused.
"""

import re

SCRIPT = re.compile(
    rb"""
    (?P<remark> //[^\n]* | /\*.*?\*/ )
  | (?P<text> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
  | (?P<pattern>
      (?: (?<=[(,=:\[!&|?{;\n]) | (?<= =>) | (?<=return) ) [ ]*
      / (?![/*]) (?: \\. | \[ (?: \\. | [^\]\\\n] )* \] | [^/\\\[\n] )+ /
    )
  | (?P<mark> [`{}] )
    """,
    re.DOTALL | re.VERBOSE,
)
"""What matters in a script: comments, whatever may look like one, and what ends or begins a template."""
TEMPLATE = re.compile(rb"\\.|`|\$\{", re.DOTALL)
SHEET = re.compile(rb"(?P<remark>/\*.*?\*/)|\"[^\"\n]*\"|'[^'\n]*'", re.DOTALL)
REST = re.compile(rb"[ \t]*(\n|\Z)")


class Unreadable(Exception):
    """A script that ends inside a template or with a brace open: as it is read here, it is none."""


def without_remarks(path: str, content: bytes) -> bytes:
    """A script or a style sheet without the comments that have lines of their own, which stay, empty."""
    if path.endswith(".js"):
        remarks = _in_script(path, content)
    elif path.endswith(".css"):
        remarks = [found.span() for found in SHEET.finditer(content) if found["remark"]]
    else:
        return content
    kept, at = bytearray(), 0
    for start, end in remarks:
        begin = content.rfind(b"\n", 0, start) + 1
        if content[begin:start].strip(b" \t") or not REST.match(content, end):
            continue
        kept += content[at:begin] + b"\n" * content.count(b"\n", start, end)
        at = end
    return bytes(kept + content[at:])


def _in_script(path: str, content: bytes) -> list[tuple[int, int]]:
    """Where the comments of a script are."""
    remarks: list[tuple[int, int]] = []
    inside: list[bytes] = []  # templates and braces that are open, the innermost last
    at = 0
    while found := (TEMPLATE if inside[-1:] == [b"`"] else SCRIPT).search(content, at):
        at = found.end()
        if found.re is TEMPLATE:
            if found[0] == b"`":
                inside.pop()
            elif found[0] == b"${":
                inside.append(b"{")
        elif found["remark"]:
            remarks.append(found.span())
        elif found["mark"] == b"}" and inside:
            inside.pop()
        elif mark := found["mark"]:
            inside.append(mark)
    if inside:
        raise Unreadable(path)
    return remarks
