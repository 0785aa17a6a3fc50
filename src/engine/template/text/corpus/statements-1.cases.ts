import type { CaseRow } from './case-row.ts'
import { USERS } from './users.cases.ts'

export const STATEMENTS_1: readonly CaseRow[] = [
  ['statements 2', '{% if a %}A{% elif b %}B{% else %}C{% endif %}', { b: 1 }, 'B'],
  ['statements 4', '{% if [] or {} or "" or 0 or none %}y{% else %}n{% endif %}', {}, 'n'],
  ['statements 5', '{% if "0" and [0] %}y{% endif %}', {}, 'y'],
  [
    'statements 6',
    '{% for u in users %}{{ loop.index }}. {{ u.name }}{% if not loop.last %}, {% endif %}{% endfor %}',
    { users: USERS },
    '1. Ann, 2. bob, 3. Cy',
  ],
  [
    'statements 7',
    '{% for u in users if u.active %}{{ u.name }} {{ loop.index }}/{{ loop.length }};{% else %}none{% endfor %}',
    { users: USERS },
    'Ann 1/2;Cy 2/2;',
  ],
  [
    'statements 8',
    '{% for u in users if u.age > 99 %}{{ u.name }}{% else %}none{% endfor %}',
    { users: USERS },
    'none',
  ],
  ['statements 9', '{% for k, v in {"a": 1, "b": 2}.items() %}{{ k }}={{ v }};{% endfor %}', {}, 'a=1;b=2;'],
  ['statements 10', '{% for k in {"a": 1} %}{{ k }}{% endfor %}', {}, 'a'],
  ['statements 11', '{% for a, (b, c) in [(1, (2, 3))] %}{{ a }}{{ b }}{{ c }}{% endfor %}', {}, '123'],
  ['statements 12', '{% for c in "héy" %}[{{ c }}]{% endfor %}', {}, '[h][é][y]'],
  [
    'statements 13',
    '{% for i in range(3) %}{{ loop.index0 }}{{ loop.index }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.first }}{{ loop.last }}{{ loop.length }} {% endfor %}',
    {},
    '0132TrueFalse3 1221FalseFalse3 2310FalseTrue3 ',
  ],
  [
    'statements 14',
    '{% for i in [1, 2, 3] %}{{ loop.previtem }}<{{ i }}>{{ loop.nextitem }} {% endfor %}',
    {},
    '<1>2 1<2>3 2<3> ',
  ],
  ['statements 15', '{% for i in range(5) %}{{ loop.cycle("a", "b") }}{% endfor %}', {}, 'ababa'],
  [
    'statements 16',
    '{% for i in [1, 1, 2, 2, 1] %}{% if loop.changed(i) %}{{ i }}{% endif %}{% endfor %}',
    {},
    '121',
  ],
  [
    'statements 17',
    '{% for i in [1, 2] %}{% for j in [3, 4] %}{{ loop.index }}{{ i }}{{ j }} {% endfor %}{{ loop.index }}{% endfor %}',
    {},
    '113 214 1123 224 2',
  ],
  [
    'statements 18',
    '{% for i in [1, 2] %}{% set outer = loop %}{% for j in [3] %}{{ outer.index }}{{ loop.index }}{% endfor %}{% endfor %}',
    {},
    '1121',
  ],
  [
    'statements 19',
    '{%- for item in tree recursive %}{{ item.name }}{{ loop.depth }}{{ loop.depth0 }}{% if item.kids %}({{ loop(item.kids) }}){% endif %}{% endfor %}',
    { tree: [{ name: 'a', kids: [{ name: 'b' }, { name: 'c', kids: [{ name: 'd' }] }] }, { name: 'e' }] },
    'a10(b21c21(d32))e10',
  ],
  ['statements 23', '{% set x %}hi {{ 1 + 1 }}{% endset %}[{{ x }}]', {}, '[hi 2]'],
  ['statements 24', '{% set x | upper | replace("A", "o") %}abc{% endset %}{{ x }}', {}, 'oBC'],
  [
    'statements 25',
    '{% set x = 0 %}{% for i in [1, 2] %}{% set x = x + i %}{{ x }}{% endfor %}{{ x }}',
    {},
    '120',
  ],
  [
    'statements 26',
    '{% set ns = namespace(n=0, items=[]) %}{% for i in [1, 2, 3] %}{% set ns.n = ns.n + i %}{% endfor %}{{ ns.n }}',
    {},
    '6',
  ],
  [
    'statements 27',
    '{% set ns = namespace({"a": 1}, b=2) %}{{ ns.a }}{{ ns.b }}{{ ns.c }}|{% set ns.c = 3 %}{{ ns.c }}{{ ns["a"] }}',
    {},
    '12|31',
  ],
  ['statements 32', '{% set a = 5 %}{% with a = 1, b = a %}{{ a }}{{ b }}{% endwith %}{{ a }}', {}, '155'],
]
