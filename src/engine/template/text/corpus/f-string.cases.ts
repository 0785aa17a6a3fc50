import type { CaseRow } from './case-row.ts'

export const F_STRING: readonly CaseRow[] = [
  ['f-string plain', 'Hello {name}!', { name: 'Ann' }, 'Hello Ann!'],
  ['f-string missing', 'Hello {name}!', {}, 'Hello !'],
  ['f-string null', '[{a}]', { a: null }, '[]'],
  ['f-string conversion', '{a!r}|{a:>10}|{a!s:x}|{a:}|{a!}', { a: 'v' }, 'v|v|v|v|v'],
  ['f-string json object', '{"a": 1, "b": {"c": 2}} {x}', { x: 1 }, '{"a": 1, "b": {"c": 2}} 1'],
  [
    'f-string empty braces',
    '{} { } {a b} {a-b} {a.b} {a[0]} {é}',
    { a: 1 },
    '{} { } {a b} {a-b} {a.b} {a[0]} {é}',
  ],
  ['f-string doubled braces', '{{a}} {{ a }} {{{a}}} {{', { a: 1 }, '{1} {{ a }} {{1}} {{'],
  ['f-string unbalanced', '{a {a} } {', { a: 1 }, '{a 1 } {'],
  ['f-string format across lines', '{a:x\ny}!', { a: 1 }, '1!'],
  ['f-string suffix swallows open brace', '{a:{b}} {b}', { a: 1, b: 2 }, '1} 2'],
  ['f-string unclosed suffix', '{a:xyz', { a: 1 }, '{a:xyz'],
  ['f-string digits and underscores', '{0}{_x}{A1}', { '0': 'z', _x: 'u', A1: 'v' }, 'zuv'],
  [
    'f-string values',
    '{t} {f} {l} {d} {n} {i}',
    { t: true, f: false, l: [1, 'a', null, true], d: { a: [1.5] }, n: 2.5, i: 3 },
    "True False [1, 'a', None, True] {'a': [1.5]} 2.5 3",
  ],
  ['f-string no second pass', '{a}', { a: '{b}', b: 'x' }, '{b}'],
  ['f-string dollar text', '{a}', { a: '$& $1' }, '$& $1'],
  [
    'f-string prompt',
    'You are {role}.\nReturn JSON like {"answer": "{answer}"}\n',
    { role: 'kind', answer: 42 },
    'You are kind.\nReturn JSON like {"answer": "42"}\n',
  ],
  ['f-string jinja is text', '{% if a %}{{ a }}{% endif %}', { a: 1 }, '{% if a %}{{ a }}{% endif %}'],
  ['f-string unicode', '{a}日本😀{a}', { a: 'ñ' }, 'ñ日本😀ñ'],
  ['f-string empty', '', {}, ''],
  ['f-string prototype names', '{constructor}{__proto__}{toString}', {}, ''],
]
