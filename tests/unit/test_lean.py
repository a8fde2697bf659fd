"""Lean style sheets and scripts: shorter, and they still mean the same."""

import pytest

from tracker.web import lean


@pytest.mark.parametrize(
    ("written", "served"),
    [
        ("/* why */\na {\n  color: red;\n}\n", "a{color:red}"),
        (".a > .b , .c :hover { margin: 0 -1px }", ".a > .b,.c :hover{margin:0 -1px}"),
        ("a { width: calc(100% - (2px + 1em)); }", "a{width:calc(100% - (2px + 1em))}"),
        ('a::before { content: ";} { /* no */ "; }', 'a::before{content:";} { /* no */ "}'),
        ("a { background: url(data:a;b , c) }", "a{background:url(data:a;b , c)}"),
        (
            "@media (width > 20rem) and (hover) { a { top: 0 } }",
            "@media (width > 20rem) and (hover){a{top:0}}",
        ),
        ("a { b: 1; /* x */ ; }", "a{b:1;}"),
    ],
)
def test_a_style_sheet(written: str, served: str) -> None:
    assert lean.sheet(written) == served


@pytest.mark.parametrize(
    ("written", "served"),
    [
        ("// why\nconst a = 1; // because\n", "const a=1;"),
        ("x = a + +b - -c + ++d;", "x=a+ +b- -c+ ++d;"),
        ("const { a, b } = of;\nreturn a\n(b)", "const{a,b}=of;return a\n(b)"),
        ("say(\"// not   a comment\", '/* nor this */')", "say(\"// not   a comment\",'/* nor this */')"),
        ("const s = `a  ${ b }\n   c // d`;", "const s=`a  ${ b }\n   c // d`;"),
        ("x = s.replace(/[/*]  /g, y / 2 / z);", "x=s.replace(/[/*]  /g,y/2/z);"),
        ("if (a) return /  /.test(b);", "if(a)return/  /.test(b);"),
        ("one()\n  .two()\n\n  ?.three;", "one().two()\n?.three;"),
        ("a = b\n++c", "a=b\n++c"),
        ("for (const one of [1, 2]) typeof one in {};", "for(const one of[1,2])typeof one in{};"),
    ],
)
def test_a_script(written: str, served: str) -> None:
    assert lean.script(written) == served
