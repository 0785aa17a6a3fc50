import type { CaseRow } from './case-row.ts'

export const FILTERS_1: readonly CaseRow[] = [
  ['filter abs', '{{ -3|abs }} {{ (-3.5)|abs }} {{ (-3)|abs }} {{ true|abs }}', {}, '3 3.5 3 1'],
  [
    'filter attr',
    '{{ {"a": 1}|attr("a") }}| {{ "x"|attr("upper") is callable }} {{ missing|attr("x") }}',
    {},
    '| True ',
  ],
  [
    'filter batch',
    '{{ [1,2,3,4,5]|batch(2)|list }} {{ [1,2,3]|batch(2, "x")|list }} {{ []|batch(2)|list }}',
    {},
    "[[1, 2], [3, 4], [5]] [[1, 2], [3, 'x']] []",
  ],
  [
    'filter capitalize',
    '{{ "hELLO wORLD"|capitalize }} {{ 5|capitalize }} {{ ""|capitalize }} {{ "éa"|capitalize }}',
    {},
    'Hello world 5  Éa',
  ],
  [
    'filter center',
    '{{ "ab"|center(7) }}| {{ "abc"|center(6) }}| {{ "ab"|center(5) }}| {{ "x"|center(1) }} {{ "a"|center|length }}',
    {},
    '   ab  |  abc  |   ab | x 80',
  ],
  [
    'filter count',
    '{{ [1,2]|count }} {{ "abc"|length }} {{ {"a": 1}|length }} {{ "😀"|length }} {{ missing|length }}',
    {},
    '2 3 1 1 0',
  ],
  [
    'filter default',
    '{{ missing|default("d") }} {{ ""|default("d") }}| {{ ""|default("d", true) }} {{ none|default("d") }} {{ none|d("e", true) }} {{ 0|default(5, boolean=true) }} {{ a.b.c|default("x") }}{{ x|default }}',
    {},
    'd | d None e 5 x',
  ],
  [
    'filter dictsort',
    '{{ {"b": 1, "A": 3, "c": 2}|dictsort }} {{ {"b": 1, "A": 3}|dictsort(true) }} {{ {"b": 1, "a": 3}|dictsort(false, "value") }} {{ {"b": 1, "a": 3}|dictsort(reverse=true) }}',
    {},
    "[('A', 3), ('b', 1), ('c', 2)] [('A', 3), ('b', 1)] [('b', 1), ('a', 3)] [('b', 1), ('a', 3)]",
  ],
  [
    'filter escape',
    '{{ "<a href=\'x\'>&\\"</a>"|escape }} {{ "<"|e }} {{ "<"|e|e }} {{ "<"|forceescape|forceescape }} {{ 5|e }} {{ none|e }}',
    {},
    '&lt;a href=&#39;x&#39;&gt;&amp;&#34;&lt;/a&gt; &lt; &lt; &amp;lt; 5 None',
  ],
  [
    'filter safe',
    '{{ "<"|safe|e }} {{ "<"|safe + "<" }} {{ "<"|e + "<" }} {{ ("<"|safe) ~ "<" }} {{ "<" + "x"|safe }} {{ ["<"|e] }}',
    {},
    "< <&lt; &lt;&lt; << &lt;x [Markup('&lt;')]",
  ],
  [
    'filter filesizeformat',
    '{{ 1|filesizeformat }} {{ 0|filesizeformat }} {{ 999|filesizeformat }} {{ 1000|filesizeformat }} {{ 1024|filesizeformat(true) }} {{ 1500000|filesizeformat }} {{ 13000|filesizeformat(binary=true) }} {{ "5000"|filesizeformat }} {{ 10**25|filesizeformat }} {{ 10**28|filesizeformat }}',
    {},
    { error: 'template_runtime' },
  ],
  [
    'filter first',
    '{{ [1,2]|first }} {{ []|first }}| {{ "abc"|first }} {{ {"k": 1}|first }} {{ range(5)|first }} {{ [none]|first }}',
    {},
    '1 | a k 0 None',
  ],
  [
    'filter float',
    '{{ "1.5"|float }} {{ "x"|float }} {{ "x"|float(2.5) }} {{ 3|float }} {{ "1e3"|float }} {{ " 2 "|float }} {{ none|float }} {{ "nan"|float }} {{ "-inf"|float }} {{ "1_0.5"|float }}',
    {},
    '1.5 0.0 2.5 3.0 1000.0 2.0 0.0 nan -inf 10.5',
  ],
  [
    'filter format',
    '{{ "%s-%s"|format("a", 1) }} {{ "%(a)s"|format(a=2) }} {{ "%05.1f"|format(2.25) }} {{ "x"|format }}',
    {},
    'a-1 2 002.2 x',
  ],
  [
    'filter groupby',
    '{% for g in users|groupby("city") %}{{ g.grouper }}:{{ g.list|map(attribute="name")|join(",") }};{% endfor %}',
    {
      users: [
        { name: 'Ann', age: 31, city: 'Rome', active: true },
        { name: 'bob', age: 25, city: 'oslo', active: false },
        { name: 'Cy', age: 31, city: 'Oslo', active: true },
      ],
    },
    'oslo:bob,Cy;Rome:Ann;',
  ],
  [
    'filter groupby 2',
    '{% for c, us in users|groupby("age") %}{{ c }}={{ us|length }};{% endfor %}{{ users|groupby("city", case_sensitive=true)|map(attribute=0)|list }} {{ users|groupby("zip", default="?")|map("first")|list }}',
    {
      users: [
        { name: 'Ann', age: 31, city: 'Rome', active: true },
        { name: 'bob', age: 25, city: 'oslo', active: false },
        { name: 'Cy', age: 31, city: 'Oslo', active: true },
      ],
    },
    "25=1;31=2;['Oslo', 'Rome', 'oslo'] ['?']",
  ],
  ['filter groupby 3', '{{ [{"a": 1}]|groupby("a") }}', {}, "[(1, [{'a': 1}])]"],
  [
    'filter indent',
    '{{ "a\nb\n\nc"|indent }}|{{ "a\nb"|indent(2, true) }}|{{ "a\n\nb"|indent(2, blank=true) }}|{{ "a\nb"|indent("> ") }}|{{ "a\nb\n"|indent }}|',
    {},
    'a\n    b\n\n    c|  a\n  b|a\n  \n  b|a\n> b|a\n    b\n|',
  ],
  [
    'filter int',
    '{{ "42"|int }} {{ "42.9"|int }} {{ "x"|int }} {{ "x"|int(7) }} {{ 3.9|int }} {{ -3.9|int }} {{ "0x1A"|int(0, 16) }} {{ "ff"|int(base=16) }} {{ "0b11"|int(base=2) }} {{ true|int }} {{ none|int }} {{ [1]|int(3) }} {{ " 12 "|int }} {{ "1_000"|int }} {{ "1e3"|int }} {{ 1e25|int }} {{ "-5"|int }}',
    {},
    '42 42 0 7 3 -3 26 255 3 1 0 3 12 1000 1000 10000000000000000905969664 -5',
  ],
  ['filter items', '{{ {"a": 1}|items|list }} {{ missing|items|list }}', {}, "[('a', 1)] []"],
  [
    'filter join',
    '{{ [1, 2, 3]|join }} {{ [1, "a", none]|join(", ") }} {{ "abc"|join("-") }} {{ [{"n": 1}, {"n": 2}]|join("+", attribute="n") }} {{ {"a": 1, "b": 2}|join(",") }} {{ [1, 2]|join(3) }}',
    {},
    '123 1, a, None a-b-c 1+2 a,b 132',
  ],
  [
    'filter last',
    '{{ [1,2]|last }} {{ []|last }}| {{ "abc"|last }} {{ (1,2)|last }} {{ range(4)|last }} {{ {"a":1,"b":2}|last }}',
    {},
    '2 | c 2 3 b',
  ],
  [
    'filter list',
    '{{ "abc"|list }} {{ (1,2)|list }} {{ {"a": 1}|list }} {{ range(2)|list }} {{ missing|list }}',
    {},
    "['a', 'b', 'c'] [1, 2] ['a'] [0, 1] []",
  ],
  [
    'filter lower',
    '{{ "ABC É"|lower }} {{ "abc ß"|upper }} {{ 5|upper }} {{ none|lower }} {{ true|upper }}',
    {},
    'abc é ABC SS 5 none TRUE',
  ],
  [
    'filter map',
    '{{ ["a", "b"]|map("upper")|list }} {{ [{"x": {"y": 1}}, {}]|map(attribute="x.y")|list }} {{ [{"x": 1}, {}]|map(attribute="x", default="z")|list }} {{ ["a,b"]|map("replace", ",", ";")|list }} {{ [[1, 2]]|map("join", "-")|first }} {{ [[5, 6]]|map(attribute=1)|list }} {{ [1.5]|map("int")|list }}',
    {},
    "['A', 'B'] [1, Undefined] [1, 'z'] ['a;b'] 1-2 [6] [1]",
  ],
  [
    'filter max',
    '{{ [3, 1, 2]|max }} {{ [3, 1, 2]|min }} {{ ["b", "A"]|min }} {{ ["b", "A"]|max(case_sensitive=true) }} {{ []|max }}| {{ [{"a": 2}, {"a": 5}]|max(attribute="a") }} {{ [1, 2.5]|max }} {{ "hello"|max }}',
    {},
    "3 1 A b | {'a': 5} 2.5 o",
  ],
  [
    'filter pprint',
    '{{ {"b": [1, 2], "a": "x"}|pprint }} {{ "x"|pprint }} {{ 5|pprint }}',
    {},
    "{'a': 'x', 'b': [1, 2]} 'x' 5",
  ],
  [
    'filter list 2',
    '{{ range(40)|list|pprint }}',
    {},
    '[0,\n 1,\n 2,\n 3,\n 4,\n 5,\n 6,\n 7,\n 8,\n 9,\n 10,\n 11,\n 12,\n 13,\n 14,\n 15,\n 16,\n 17,\n 18,\n 19,\n 20,\n 21,\n 22,\n 23,\n 24,\n 25,\n 26,\n 27,\n 28,\n 29,\n 30,\n 31,\n 32,\n 33,\n 34,\n 35,\n 36,\n 37,\n 38,\n 39]',
  ],
  [
    'filter pprint 2',
    '{{ {"key_number_one": "a" * 30, "another_key": ["b" * 30, "c" * 30, {"deep": "d" * 30}], "z": ("e" * 60, 1)}|pprint }}',
    {},
    "{'another_key': ['bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',\n                 'cccccccccccccccccccccccccccccc',\n                 {'deep': 'dddddddddddddddddddddddddddddd'}],\n 'key_number_one': 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',\n 'z': ('eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 1)}",
  ],
  [
    'filter pprint 3',
    '{{ ("lorem ipsum dolor sit amet " * 6)|pprint }}',
    {},
    "('lorem ipsum dolor sit amet lorem ipsum dolor sit amet lorem ipsum dolor sit '\n 'amet lorem ipsum dolor sit amet lorem ipsum dolor sit amet lorem ipsum dolor '\n 'sit amet ')",
  ],
  [
    'filter reject',
    '{{ [1, 2, 3, 4]|reject("odd")|list }} {{ [0, 1, none]|reject|list }} {{ [1, 2, 3]|reject("in", [2])|list }}',
    {},
    '[2, 4] [0, None] [1, 3]',
  ],
  [
    'filter rejectattr',
    '{{ users|rejectattr("active")|map(attribute="name")|list }} {{ users|rejectattr("age", ">", 30)|map(attribute="name")|list }}',
    {
      users: [
        { name: 'Ann', age: 31, city: 'Rome', active: true },
        { name: 'bob', age: 25, city: 'oslo', active: false },
        { name: 'Cy', age: 31, city: 'Oslo', active: true },
      ],
    },
    "['bob'] ['bob']",
  ],
]
