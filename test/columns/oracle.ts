/** The rules of the columns in Python, by its own `re`, `difflib`, `json`, `math` and ElementTree. */
export const oracle = `
import difflib, json, math, re
import xml.etree.ElementTree as tree

def same(a, b):
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return a == b
    if type(a) is not type(b):
        return False
    if isinstance(a, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    return a == b

def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a):
        before, row[0] = row[0], i + 1
        for j, y in enumerate(b):
            before, row[j + 1] = row[j + 1], min(row[j + 1] + 1, row[j] + 1, before + (x != y))
    return row[-1]

def no_constant(name):
    raise ValueError(name)

def is_json(text):
    try:
        return isinstance(json.loads(text, parse_constant=no_constant), (dict, list))
    except ValueError:
        return False

def search(pattern, text):
    return re.search(pattern, text) is not None

def find_all(pattern, text):
    return [list(m) if isinstance(m, tuple) else m for m in re.findall(pattern, text)]

def diff(before, after, context):
    lines = difflib.unified_diff(before.splitlines(True), after.splitlines(True), 'a', 'b', n=context)
    return ''.join(lines)

def close(a, b, absolute, relative):
    return math.isclose(a, b, abs_tol=absolute, rel_tol=relative)

def equal_json(a, b):
    return same(json.loads(a), json.loads(b))

def alike(a, b):
    longest = max(len(a), len(b))
    return 1.0 if longest == 0 else 1 - distance(a, b) / longest

def arithmetic(operator, a, b):
    return {'+': a + b, '-': a - b, '*': a * b, 'gt': a > b, 'ge': a >= b, 'lt': a < b, 'le': a <= b,
            'eq': a == b, 'ne': a != b}[operator]

def find_xml(text, path):
    # Elements come in the order of the steps, not of the document.
    return sorted(''.join(found.itertext()) for found in tree.fromstring(text).findall(path))

def answer(cases):
    return json.dumps([globals()[name](*arguments) for name, arguments in json.loads(cases)])
`
