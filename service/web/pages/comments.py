"""Removes comments from scripts and style sheets that are sent to browsers.

Comments are a fifth of their weight, and readers of the source have them anyway. Text inside a string, a template or a
regular expression is not a comment. So scripts are parsed just far enough to tell, and a script that cannot be parsed
is refused.
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
"""Matches comments, text that may look like one, and the beginnings and ends of templates."""
TEMPLATE = re.compile(rb"\\.|`|\$\{", re.DOTALL)
SHEET = re.compile(rb"(?P<remark>/\*.*?\*/)|\"[^\"\n]*\"|'[^'\n]*'", re.DOTALL)
REST = re.compile(rb"[ \t]*(\n|\Z)")


class Unreadable(Exception):
    """A script that ends inside a template or an open brace, as far as this parser can tell."""


def strip_comments(path: str, content: bytes) -> bytes:
    """Returns a script or style sheet without the comments that fill whole lines; those lines stay, but empty."""
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
    """Returns the positions of the comments in a script."""
    remarks: list[tuple[int, int]] = []
    inside: list[bytes] = []  # open templates and braces, the innermost last
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
