"""What tidy needs to know about a C++ file, by simple reading: no compiler."""

import re

_INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
_TOKENS = re.compile(
    r'//[^\n]*'
    r'|/\*.*?\*/'
    r'|R"([^()\\\s]{0,16})\(.*?\)\1"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-zA-Z_])'(?:\\.|[^'\\\n])+'",
    re.DOTALL,
)
# What stands before a brace that is no function's: types, blocks and values.
_NOT_A_FUNCTION = re.compile(
    r'^\s*(?:\[\[[^\]]*\]\]\s*)?(?:template\s*<.*>\s*)?(?:typedef\s+|inline\s+)*'
    r'(namespace|class|struct|union|enum|extern|if|for|while|switch|catch|do|else|try)\b',
    re.DOTALL,
)

_PUNCTUATION = re.compile(
    r'[{};]|\b(?:public|private|protected|slots|signals|Q_SLOTS|Q_SIGNALS)\s*:(?!:)')


def includes(text):
    """Yields (line number, name, quoted) for every #include."""
    for number, line in enumerate(text.splitlines(), 1):
        match = _INCLUDE.match(line)
        if match:
            yield number, match.group(2).strip(), match.group(1) == '"'


def code_only(text):
    """The text with comments and the insides of strings blanked; lines keep their numbers."""

    def blank(match):
        inner = _blank(match)
        return inner if match[0][0] == '/' else '""' + inner[2:]

    return _TOKENS.sub(blank, text)


def functions(code):
    """Yields (first line, lines) of every function body in text made by code_only.

    Lambdas and local types count as part of the function around them. A brace that follows a name
    without a blank (`m_size{0}`) or an equals sign initialises and opens nothing.
    """
    code = re.sub(r'(?m)^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', _blank, code)
    opened = []  # what each open brace is: function, other or value
    head_start = start = 0
    for match in _PUNCTUATION.finditer(code):
        at = match.end() - 1
        if match.group() == '{':
            head = code[head_start:at]
            if 'value' in opened or re.search(r'[\w>]\Z|=\s*\Z', head):
                opened.append('value')
            elif 'function' not in opened and _opens_function(head):
                opened.append('function')
                start = at - len(head.lstrip())
            else:
                opened.append('other')
        elif match.group() == '}' and opened:
            closed = opened.pop()
            if closed == 'function':
                first = code.count('\n', 0, start) + 1
                yield first, code.count('\n', 0, at) + 2 - first
            if closed == 'value':
                continue
        if 'function' not in opened and 'value' not in opened:
            head_start = at + 1


def _blank(match):
    return re.sub(r'[^\n]', ' ', match[0])


def _opens_function(head):
    if '(' not in head or ')' not in head or _NOT_A_FUNCTION.match(head):
        return False
    before_parameters = re.sub(r'template\s*<[^>]*>|operator\s*\W+', '', head[: head.index('(')])
    return '=' not in before_parameters
