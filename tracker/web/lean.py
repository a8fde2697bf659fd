"""Style sheets and scripts without what browsers needn't read: comments, indentation, needless blanks.

No name is changed: what an error in a browser says can be found again. Why not a library: decision 9.
"""

import re
from typing import Final

# In a style sheet: texts and addresses stay as they are; comments and blanks go or shrink.
_SHEET: Final = re.compile(
    r"""(?P<kept>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\burl\([^"')]*\))
      | (?P<last>;(?:/\*.*?\*/|\s)*(?=\}))
      | (?P<blank>(?:/\*.*?\*/|\s)+)""",
    re.DOTALL | re.VERBOSE,
)
# In a script also templates and regular expressions: a «/» begins one where no value can end.
_SCRIPT: Final = re.compile(
    r"""(?P<kept>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`
          |(?:(?<=[(,=:\[!&|?{};+*<>~^%-])|(?<=[(,=:\[!&|?{};+*<>~^%-]\s)|(?<=\breturn\s))
           /(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/)
      | (?P<blank>(?:/\*.*?\*/|//[^\n]*|\s)+)""",
    re.DOTALL | re.VERBOSE,
)
_WORD: Final = re.compile(r"[\w$#\\\x80-\U0010ffff]")


def sheet(css: str) -> str:
    """A style sheet that means the same."""

    def less(found: re.Match[str]) -> str:
        if found["kept"]:
            return found["kept"]
        if found["last"]:
            return ""
        before, after = css[found.start() - 1 : found.start()], css[found.end() : found.end() + 1]
        return "" if before in "{};,:(" or after in "{};,)" else " "

    return _SHEET.sub(less, css)


def script(js: str) -> str:
    """A script that does the same; an end of line that may end a statement stays."""

    def less(found: re.Match[str]) -> str:
        if found["kept"]:
            return found["kept"]
        before, after = js[found.start() - 1 : found.start()], js[found.end() : found.end() + 1]
        if "\n" in found["blank"]:
            return "" if before in "{;,([" or after in "})],;." else "\n"
        same_sign = before == after and before in "+-"
        return " " if same_sign or (_WORD.match(before) and _WORD.match(after)) else ""

    return _SCRIPT.sub(less, js)
