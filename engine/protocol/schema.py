"""Reads this project's schema notation (see README.md) into plain objects."""

import re
from pathlib import Path

SCALARS = {
    # notation: (C++ type, how a number becomes a value of it)
    "bool": ("bool", "{}"),
    "int8": ("std::int8_t", "{}"),
    "int16": ("std::int16_t", "{}"),
    "uint16": ("std::uint16_t", "{}"),
    "int32": ("std::int32_t", "{}"),
    "uint32": ("std::uint32_t", "{}"),
    "int64": ("std::int64_t", "{}"),
    "float64": ("double", "{}"),
    "string": ("std::string", '"{}"'),
    "bytes": ("Bytes", None),
    "records": ("Pieces", None),
    "uuid": ("Uuid", None),
    "error": ("ErrorCode", None),
    "offset": ("Offset", "Offset{{{}}}"),
    "broker": ("BrokerId", "BrokerId{{{}}}"),
    "leader_epoch": ("LeaderEpoch", "LeaderEpoch{{{}}}"),
    "controller_epoch": ("ControllerEpoch", "ControllerEpoch{{{}}}"),
    "partition_epoch": ("PartitionEpoch", "PartitionEpoch{{{}}}"),
    "broker_epoch": ("BrokerEpoch", "BrokerEpoch{{{}}}"),
    "producer_id": ("ProducerId", "ProducerId{{{}}}"),
    "producer_epoch": ("ProducerEpoch", "ProducerEpoch{{{}}}"),
    "generation": ("Generation", "Generation{{{}}}"),
}

NO_END = 32767


class SchemaError(Exception):
    pass


class Versions:
    """A range of versions; `3+` has no end."""

    def __init__(self, text):
        match = re.fullmatch(r"(\d+)(\+|-(\d+))?", text)
        if not match:
            raise SchemaError(f"'{text}' is no version range: write 3+, 3-5 or 3")
        self.first = int(match[1])
        self.last = NO_END if match[2] == "+" else int(match[3] or match[1])

    def covers(self, other):
        return self.first <= other.first and self.last >= other.last

    def condition(self, valid):
        """C++ that is true for versions inside; None when all valid ones are."""
        parts = []
        if self.first > valid.first:
            parts.append(f"version >= {self.first}")
        if self.last < valid.last:
            parts.append(f"version <= {self.last}")
        return " && ".join(parts) or None


class Field:
    def __init__(self, name, type_name, versions):
        self.name = name
        self.is_array = type_name.startswith("[]")
        self.type = type_name[2:] if self.is_array else type_name
        self.versions = versions
        self.nullable = None
        self.tag = None
        self.default = None
        self.ignorable = False

    @property
    def member(self):
        return self.name[0].lower() + self.name[1:]

    @property
    def is_struct(self):
        return self.type not in SCALARS


class Struct:
    def __init__(self, name):
        self.name = name
        self.fields = []


class Message:
    """A request, response or stored record: its own fields and the structs they use."""

    def __init__(self, name, valid, flexible):
        self.name = name
        self.valid = valid
        self.first_flexible = flexible
        self.key = None
        self.response = None
        self.root = Struct(name)
        self.structs = []  # in the order in which C++ can define them


class Schema:
    def __init__(self, path):
        self.path = Path(path)
        self.stem = self.path.stem
        self.api = None  # (key, name)
        self.messages = []


def parse_field(words, line_no):
    if len(words) < 3:
        raise SchemaError(f"line {line_no}: a field is 'Name type versions …'")
    field = Field(words[0], words[1], Versions(words[2]))
    rest = words[3:]
    while rest:
        word = rest.pop(0)
        if word == "nullable":
            own = rest.pop(0) if rest and rest[0][0].isdigit() else None
            field.nullable = Versions(own) if own else field.versions
        elif word == "tag":
            field.tag = int(rest.pop(0))
        elif word == "=":
            field.default = rest.pop(0)
        elif word == "ignorable":
            field.ignorable = True
        else:
            raise SchemaError(f"line {line_no}: '{word}' is not nullable, tag, = or ignorable")
    return field


class _Parser:
    def __init__(self, path):
        self.schema = Schema(path)
        self.message = None
        self.stack = []  # (indent, struct) that take deeper lines
        self.api_words = None

    def start(self, name, words):
        flexible = None
        if "flexible" in words:
            flexible = int(words[words.index("flexible") + 1].rstrip("+"))
        valid = Versions(words[words.index("versions") + 1])
        self.message = Message(name, valid, flexible)
        self.schema.messages.append(self.message)
        self.stack = [(0, self.message.root)]

    def heading(self, words):
        if words[0] == "api":
            self.schema.api = (int(words[1]), words[2])
            self.api_words = words
        elif words[0] == "request":
            key, name = self.schema.api
            self.start(name + "Request", self.api_words)
            self.message.key = key
            self.message.response = name + "Response"
        elif words[0] == "response":
            self.start(self.schema.api[1] + "Response", self.api_words)
            self.message.key = self.schema.api[0]
        elif words[0] == "data":
            self.start(words[1], words)
        else:
            raise SchemaError(f"'{words[0]}' is not api, request, response or data")

    def line(self, text, line_no):
        words = text.split()
        indent = len(text) - len(text.lstrip())
        if indent == 0:
            self.heading(words)
            return
        if words == ["nothing"]:
            return
        while self.stack[-1][0] >= indent:
            self.stack.pop()
        if words[0] == "struct":
            self.open_struct(words[1], indent)
            return
        field = parse_field(words, line_no)
        self.stack[-1][1].fields.append(field)
        if field.is_struct and all(s.name != field.type for s in self.message.structs):
            self.open_struct(field.type, indent)

    def open_struct(self, name, indent):
        struct = Struct(name)
        self.message.structs.append(struct)
        self.stack.append((indent, struct))


def order_structs(message):
    """Puts inner structs before those that hold them."""
    by_name = {s.name: s for s in message.structs}
    done = []

    def visit(struct):
        for field in struct.fields:
            if not field.is_struct:
                continue
            if field.type not in by_name:
                raise SchemaError(f"{message.name}: no struct {field.type}")
            visit(by_name[field.type])
        if struct is not message.root and struct not in done:
            done.append(struct)

    visit(message.root)
    message.structs = done


def read_schema(path):
    parser = _Parser(path)
    for line_no, line in enumerate(Path(path).read_text().splitlines(), 1):
        text = line.split("#")[0].rstrip()
        if not text:
            continue
        try:
            parser.line(text, line_no)
        except (SchemaError, IndexError, ValueError) as error:
            raise SystemExit(f"{path}:{line_no}: {error}")
    for message in parser.schema.messages:
        order_structs(message)
    return parser.schema
