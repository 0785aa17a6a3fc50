import type { CaseRow } from './case-row.ts'

export const F_STRING: readonly CaseRow[] = [
  ['f-string missing', 'Hello {name}!', {}, 'Hello !'],
  ['f-string null', '[{a}]', { a: null }, '[]'],
  ['f-string conversion', '{a!r}|{a:>10}|{a!s:x}|{a:}|{a!}', { a: 'v' }, 'v|v|v|v|v'],
  [
    'f-string empty braces',
    '{} { } {a b} {a-b} {a.b} {a[0]} {é}',
    { a: 1 },
    '{} { } {a b} {a-b} {a.b} {a[0]} {é}',
  ],
  ['f-string doubled braces', '{{a}} {{ a }} {{{a}}} {{', { a: 1 }, '{1} {{ a }} {{1}} {{'],
  ['f-string format across lines', '{a:x\ny}!', { a: 1 }, '1!'],
  ['f-string suffix swallows open brace', '{a:{b}} {b}', { a: 1, b: 2 }, '1} 2'],
  ['f-string unclosed suffix', '{a:xyz', { a: 1 }, '{a:xyz'],
  ['f-string digits and underscores', '{0}{_x}{A1}', { '0': 'z', _x: 'u', A1: 'v' }, 'zuv'],
  ['f-string dollar text', '{a}', { a: '$& $1' }, '$& $1'],
  [
    'f-string prompt',
    'You are {role}.\nReturn JSON like {"answer": "{answer}"}\n',
    { role: 'kind', answer: 42 },
    'You are kind.\nReturn JSON like {"answer": "42"}\n',
  ],
  ['f-string unicode', '{a}日本😀{a}', { a: 'ñ' }, 'ñ日本😀ñ'],
  ['f-string empty', '', {}, ''],
  ['f-string prototype names', '{constructor}{__proto__}{toString}', {}, ''],
]
