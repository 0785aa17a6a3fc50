import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { variablesOf } from './index.ts'

/** Templates with the names of Jinja2's `meta.find_undeclared_variables`, in order of appearance. */
const JINJA: readonly (readonly [template: string, names: readonly string[]])[] = [
  ['{{ b }}{{ a.c }}{{ b }}', ['b', 'a']],
  ['{% for x in xs %}{{ x }}{{ loop.index }}{{ y }}{% endfor %}{{ x }}{{ loop }}', ['xs', 'x', 'loop', 'y']],
  ['{% set a = b %}{{ a }}', ['b']],
  ['{{ a }}{% set a = 1 %}', ['a']],
  ['{% if c %}{% set q = 1 %}{% endif %}{{ q }}', ['c', 'q']],
  [
    '{% macro m(a, b=d) %}{{ a }}{{ b }}{{ e }}{{ varargs }}{{ caller() }}{% endmacro %}{{ m(z) }}',
    ['d', 'e', 'z'],
  ],
  ['{% macro a(x) %}{{ b(x) }}{% endmacro %}{% macro b(x) %}{% endmacro %}', []],
  ['{% with a=b, c=a %}{{ a }}{{ d }}{% endwith %}{{ a }}', ['b', 'a', 'd']],
  ['{% call(u) m(v) %}{{ u }}{{ w }}{% endcall %}', ['m', 'v', 'w']],
  ['{{ range(n) }}{{ dict(a=k) }}{{ namespace }}{{ joiner }}', ['n', 'k']],
  ['{% set ns.x = 1 %}', ['ns']],
  ['{% set a = 1 %}{% block t %}{{ a }}{{ self.t() }}{{ super() }}{% endblock %}', ['a']],
  ['{% set x %}{{ x }}{{ y }}{% endset %}', ['y']],
  ['{% filter replace(a, b) %}{{ c }}{% endfilter %}', ['a', 'b', 'c']],
  ['{% for a in b if a.c == d %}{% else %}{{ a }}{{ e }}{% endfor %}', ['b', 'a', 'd', 'e']],
  ['{{ x if y else z }}', ['x', 'y', 'z']],
  ['{{ a|default(b)|map(attribute=c) is divisibleby d }}', ['a', 'b', 'c', 'd']],
  ['{{ [a, {b: c}, (d,)][e:f:g] }}', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
  ['{% for x in x %}{{ x }}{% endfor %}', ['x']],
  ['{% include inc %}{% import i as j %}{{ j.x }}', ['inc', 'i']],
  ['{% raw %}{{ a }}{% endraw %}{# {{ b }} #}', []],
]

describe('variablesOf', () => {
  for (const [template, names] of JINJA) {
    it(template, () => assert.deepEqual(variablesOf(template, 'jinja2'), names))
  }
})
