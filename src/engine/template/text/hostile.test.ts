import assert from 'node:assert/strict'
import { cpuUsage } from 'node:process'
import { describe, it } from 'node:test'
import { checkText, renderText, TemplateTextError, type TemplateTextErrorCode, variablesOf } from './index.ts'

/** Maximum milliseconds of processor time for a hostile template. Other processes do not count. */
const MAX_MS = 2000

const millisecondsSince = (start: NodeJS.CpuUsage): number => cpuUsage(start).user / 1_000

function outcome(
  template: string,
  variables: Readonly<Record<string, unknown>> = {},
): TemplateTextErrorCode | 'ok' {
  const start = cpuUsage()
  try {
    renderText(template, 'jinja2', variables)
    return 'ok'
  } catch (error) {
    assert.ok(error instanceof TemplateTextError, `unexpected ${String(error)}`)
    return error.code
  } finally {
    const milliseconds = millisecondsSince(start)
    assert.ok(milliseconds < MAX_MS, `${template.slice(0, 80)} took ${milliseconds} ms`)
  }
}

const BOMBS: readonly string[] = [
  '{{ "x" * 10**9 }}',
  '{{ 10**9 * "xy" }}',
  '{{ [0] * 10**9 }}',
  '{{ (1,2) * 10**8 }}',
  '{{ range(10**9) }}',
  '{{ range(99999)|list|length }}{{ range(99999)|list|length }}',
  '{{ 2**(10**8) }}',
  '{{ 10**100000 }}',
  '{{ 9**9**9**9**9 }}',
  '{% set ns = namespace(a=3) %}{% for i in range(100) %}{% set ns.a = ns.a * ns.a %}{% endfor %}',
  '{% set ns = namespace(s="x") %}{% for i in range(100) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}',
  '{% set ns = namespace(s="x") %}{% for i in range(100) %}{% set ns.s = ns.s + ns.s %}{% endfor %}',
  '{% set ns = namespace(s=[1]) %}{% for i in range(100) %}{% set ns.s = ns.s + ns.s %}{% endfor %}',
  '{% set ns = namespace(s=[1]) %}{% for i in range(40) %}{% set ns.s = [ns.s, ns.s] %}{% endfor %}{{ ns.s }}',
  '{% set ns = namespace(s=[1]) %}{% for i in range(40) %}{% set ns.s = [ns.s, ns.s] %}{% endfor %}{{ ns.s|tojson }}',
  '{% set ns = namespace(s=[1], t=[1]) %}{% for i in range(40) %}{% set ns.s = [ns.s, ns.s] %}{% set ns.t = [ns.t, ns.t] %}{% endfor %}{{ ns.s == ns.t }}',
  '{% set ns = namespace(s=[1]) %}{% for i in range(20000) %}{% set ns.s = [ns.s] %}{% endfor %}{{ ns.s }}',
  '{{ "x"|center(10**9) }}',
  '{{ "x".ljust(10**9) }}',
  '{{ "x".rjust(10**9) }}',
  '{{ "1".zfill(10**9) }}',
  '{{ "\t".expandtabs(10**9) }}',
  '{{ "a\nb"|indent(10**9) }}',
  '{{ ("a\n" * 10000)|indent(1000) }}',
  '{{ ("a" * 10000)|replace("a", "b" * 10000) }}',
  '{{ ("a" * 10000)|replace("", "b" * 10000) }}',
  '{{ ("a" * 10000).replace("a", "b" * 10000) }}',
  '{{ range(9999)|join("x" * 10000) }}',
  '{{ ("x" * 10000).join(["a"] * 10000) }}',
  '{{ "%1000000000d" % 1 }}',
  '{{ "%.1000000000f" % 1 }}',
  '{{ "%*d" % (10**9, 1) }}',
  '{{ "{:1000000000}".format(1) }}',
  '{{ "{:>{w}}".format(1, w=10**8) }}',
  '{{ [1]|batch(10**9, 0)|list }}',
  '{{ [1]|slice(10**9, 0)|list }}',
  '{{ [1]|tojson(10**9) }}',
  '{{ ("a " * 100000)|wordwrap(1, wrapstring="x" * 1000) }}',
  '{{ ("-" * 200000)|wordwrap }}',
  '{{ ("<!--" * 100000)|striptags ~ ("<!-- -->" * 60000)|striptags }}{{ ("<" * 500000)|striptags }}' +
    '{% for i in range(1000) %}{{ ("<" * 500000)|striptags|length }}{% endfor %}',
  '{% for i in range(99999) %}{{ "x" * 500000 in "y" * 900000 }}{% endfor %}',
  '{% for i in range(99999) %}{{ big.count("aab") }}{% endfor %}',
  '{% for i in range(99999) %}{{ big|length }}{{ big[5] }}{{ big[::-1]|length }}{% endfor %}',
  '{{ big.find("a" * 400000 ~ "b") }}',
  '{% for i in range(99999) %}{{ big == other }}{% endfor %}',
  '{% for i in range(99999) %}{{ big|upper|lower|title|length }}{% endfor %}',
  '{% for a in range(999) %}{% for b in range(999) %}{% for c in range(999) %}{% endfor %}{% endfor %}{% endfor %}',
  '{% for a in range(999) %}{{ "x" * 10000 }}{% endfor %}',
  '{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}',
  '{% macro f() %}{{ f() }}{{ f() }}{% endmacro %}{{ f() }}',
  '{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}',
  '{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}',
  '{% block a %}{{ self.a() }}{% endblock %}',
  '{% macro f() %}{% call f() %}{% endcall %}{% endmacro %}{{ f() }}',
  '{% set l = [1] %}{% for x in l %}{% set _ = l.append(x) %}{% endfor %}',
  '{% set l = [1] %}{% for i in range(50) %}{% set _ = l.extend(l) %}{% endfor %}',
  '{% set d = {} %}{% for k in [1] %}{% for i in range(99999) %}{% set _ = d.update({i: "x" * 1000}) %}{% endfor %}{% endfor %}',
  '{% set ns = namespace(t=(1,)) %}{% for i in range(60) %}{% set ns.t = (ns.t, ns.t) %}{% endfor %}{{ {ns.t: 1} }}',
  '{{ range(99999)|map("string")|map("center", 1000)|join }}',
  '{{ dict(range(99999)|map("batch", 2)) }}{{ range(99999)|sort|list|length }}',
  '{{ ("a@" * 500000)|urlize }}{{ ("(" * 500000)|urlize }}{{ ("a. " * 300000)|urlize }}',
  '{{ f(*range(99999)|list) }}{{ "{}".format(*range(99999)|list) }}{{ "a".join(range(99999)|map("string")) }}',
]

describe('amplification', () => {
  const big = 'a'.repeat(900_000)
  for (const [index, bomb] of BOMBS.entries()) {
    it(`bomb ${index}: ${bomb.slice(0, 60)}`, () => {
      const variables = { big, other: `${'a'.repeat(899_999)}b`, f: 1 }
      assert.notEqual(outcome(bomb, variables), 'ok')
    })
  }

  it('names budgets as such', () => {
    for (const bomb of ['{{ "x" * 10**9 }}', '{{ range(10**9) }}', '{{ 2**(10**8) }}']) {
      assert.equal(outcome(bomb), 'template_budget')
    }
  })

  it('applies smaller limits', () => {
    const over = (template: string, limits: object) => () => renderText(template, 'jinja2', {}, limits)
    assert.throws(over('{% for i in range(9) %}x{% endfor %}', { steps: 10 }), { code: 'template_budget' })
    assert.throws(over('{{ "x" * 11 }}', { textLength: 10 }), { code: 'template_budget' })
    assert.throws(over('12345678901', { textLength: 10 }), { code: 'template_budget' })
    assert.throws(over('{{ ((1)) }}', { depth: 2 }), { code: 'template_syntax' })
    assert.throws(() => renderText('{a}{a}', 'f-string', { a: 'xxxx' }, { textLength: 7 }), {
      code: 'template_budget',
    })
  })
})

describe('deep and long texts', () => {
  const deep: readonly (readonly [string, string])[] = [
    ['parentheses', `{{ ${'('.repeat(10_000)}1${')'.repeat(10_000)} }}`],
    ['lists', `{{ ${'['.repeat(10_000)}${']'.repeat(10_000)} }}`],
    ['dicts', `{{ ${'{1:'.repeat(10_000)}1${'}'.repeat(10_000)} }}`],
    ['minus', `{{ ${'-'.repeat(50_000)}1 }}`],
    ['spaced minus', `{{ ${'- '.repeat(50_000)}1 }}`],
    ['not', `{{ ${'not '.repeat(50_000)}1 }}`],
    ['conditions', `{{ ${'1 if 0 else '.repeat(50_000)}1 }}`],
    ['sums', `{{ 1${' + 1'.repeat(50_000)} }}`],
    ['filters', `{{ 1${'|string'.repeat(50_000)} }}`],
    ['attributes', `{{ a${'.b'.repeat(50_000)} }}`],
    ['calls', `{{ a${'()'.repeat(50_000)} }}`],
    ['subscripts', `{{ a${'[0]'.repeat(50_000)} }}`],
    ['nested subscripts', `{{ ${'a['.repeat(50_000)}0${']'.repeat(50_000)} }}`],
    ['powers', `{{ 1${'**1'.repeat(50_000)} }}`],
    ['ifs', `${'{% if 1 %}'.repeat(10_000)}${'{% endif %}'.repeat(10_000)}`],
    ['fors', `${'{% for a in b %}'.repeat(10_000)}${'{% endfor %}'.repeat(10_000)}`],
    ['targets', `{% for ${'('.repeat(10_000)}a${')'.repeat(10_000)} in b %}{% endfor %}`],
    ['tests', `{{ 1${' is odd'.repeat(10_000)} }}`],
    ['braces', '{'.repeat(500_000)],
    ['open tags', '{{ '.repeat(100_000)],
    ['open comments', '{# '.repeat(100_000)],
    ['open raws', '{% raw %} '.repeat(100_000)],
    ['quotes', `{{ ${'"'.repeat(100_001)} }}`],
    ['digits', `{{ ${'9'.repeat(100_000)} }}`],
    ['underscored digits', `{{ ${'1_'.repeat(100_000)} }}`],
  ]
  for (const [name, template] of deep) {
    it(`refuses ${name}`, () => {
      assert.equal(outcome(template), 'template_syntax')
      for (const run of [() => checkText(template, 'jinja2'), () => variablesOf(template, 'jinja2')]) {
        assert.throws(run, TemplateTextError)
      }
    })
  }

  it('accepts long flat texts in linear time', () => {
    const start = cpuUsage()
    renderText(`${'{{ a }}{# c #}{% if a %}x{% endif %}\n'.repeat(5000)}`, 'jinja2', { a: 1 })
    renderText(`{% raw %}{% endra %}${'{% x'.repeat(50_000)}{% endraw %}`, 'jinja2', {})
    for (const text of [
      '{a:'.repeat(300_000),
      '{a'.repeat(300_000),
      '{'.repeat(900_000),
      '{a!}'.repeat(90_000),
    ]) {
      renderText(text, 'f-string', {}, { steps: 1e9 })
      variablesOf(text, 'f-string')
    }
    assert.ok(millisecondsSince(start) < MAX_MS)
  })

  it('survives deep and circular variables', () => {
    let deepValue: unknown = 1
    for (let level = 0; level < 100_000; level++) deepValue = [deepValue]
    assert.equal(outcome('{{ x }}', { x: deepValue }), 'template_budget')
    const circle: unknown[] = [1]
    circle.push(circle)
    assert.equal(renderText('{{ x }}', 'jinja2', { x: circle }), '[1, [...]]')
    const other: unknown[] = [1]
    other.push(other)
    assert.equal(outcome('{{ x == y }}', { x: circle, y: other }), 'template_budget')
    assert.equal(outcome('{{ x|tojson }}', { x: circle }), 'template_runtime')
  })
})

const PAYLOADS: readonly string[] = [
  '{{ x.__proto__ }}{{ x["__proto__"] }}{{ x.constructor }}{{ x["constructor"] }}',
  '{{ "".constructor }}{{ [].constructor }}{{ {}.constructor }}{{ ().constructor }}{{ (1).constructor }}',
  '{{ ""["constructor"] }}{{ []["constructor"] }}{{ {}["constructor"] }}{{ range["constructor"] }}',
  '{{ range.constructor }}{{ range.call }}{{ range.run }}{{ range.prototype }}{{ range.name }}',
  '{{ cycler.__init__ }}{{ cycler.__init__.__globals__ }}{{ cycler.__init__.__globals__.os }}',
  '{{ "".__class__ }}{{ "".__class__.__mro__ }}{{ [].__class__.__base__ }}',
  '{{ x.toString }}{{ x.hasOwnProperty }}{{ x.valueOf }}{{ x["toString"] }}{{ [].map }}{{ [].length }}{{ "".at }}',
  '{{ namespace().__proto__ }}{{ namespace().constructor }}{{ namespace().members }}',
  '{{ ("a"|e).text }}{{ (1.5).value }}{{ (1,).items }}{{ missing.message }}{{ missing.constructor }}',
  '{% for i in [1] %}{{ loop.constructor }}{{ loop.iterator }}{{ loop.budget }}{{ loop.__class__ }}{% endfor %}',
  '{% macro m() %}{% endmacro %}{{ m.constructor }}{{ m.invoke }}{{ m.__globals__ }}{{ m.signature }}',
  '{{ self.constructor }}{{ self.__proto__ }}{{ self._TemplateReference__context }}{{ self.find }}',
  '{{ x|attr("__proto__") }}{{ x|attr("constructor") }}{{ ""|attr("constructor") }}{{ range|attr("call") }}',
  '{{ [x]|map(attribute="__proto__")|first }}{{ [x]|map(attribute="constructor.prototype")|first }}',
  '{{ "{0.constructor}{0.__proto__}{0.__class__}".format(x) }}{{ "{x.constructor}".format_map({"x": x}) }}',
  '{{ process }}{{ globalThis }}{{ require }}{{ this }}{{ arguments }}{{ constructor }}{{ __proto__ }}{{ toString }}',
]

describe('sandbox escapes', () => {
  for (const payload of PAYLOADS) {
    it(`has no access: ${payload.slice(0, 60)}`, () => {
      assert.equal(renderText(payload, 'jinja2', { x: {} }), '')
    })
  }

  it("cannot call the caller's functions", () => {
    for (const payload of [
      '{{ "".constructor("return 1") }}',
      '{{ range.constructor("return process")() }}',
      '{{ x.__proto__.y() }}',
      '{{ [].constructor.constructor("return 1")() }}',
      '{% set x.__proto__ = 1 %}',
      '{{ "a"|constructor }}',
      '{{ "a"|__proto__ }}',
      '{{ "a"|toString }}',
      '{{ 1 is constructor }}',
      '{% constructor %}',
      '{% toString %}',
      '{{ [1]|map("constructor")|list }}',
      '{{ [1]|select("hasOwnProperty")|list }}',
    ]) {
      assert.notEqual(outcome(payload, { x: {} }), 'ok', payload)
    }
  })

  it('does not pollute prototypes', () => {
    renderText(
      `{% set ns = namespace() %}{% set ns.__proto__ = {"polluted": 1} %}{% set ns.constructor = 1 %}
       {% set d = {"__proto__": {"polluted": 1}} %}{% set _ = d.update(__proto__=1, constructor=2) %}{{ d }}
       {% set _ = d.setdefault("toString", 1) %}{{ dict(__proto__={"polluted": 1}) }}
       {% set __proto__ = {"polluted": 1} %}{% macro constructor(__proto__) %}{% endmacro %}{{ constructor(1) }}`,
      'jinja2',
      JSON.parse('{"x": {"__proto__": {"polluted": 1}}, "__proto__": {"polluted": 1}}'),
    )
    assert.equal(Reflect.get({}, 'polluted'), undefined)
    assert.equal(Reflect.get([], 'polluted'), undefined)
    assert.equal(Object.keys(Object.prototype).length, 0)
  })

  it('reads own keys of data with any name', () => {
    const data = JSON.parse('{"x": {"__proto__": "p", "constructor": "c", "toString": "t"}}')
    assert.equal(renderText('{{ x["__proto__"] }}{{ x.constructor }}{{ x.toString }}', 'jinja2', data), 'pct')
    assert.equal(renderText('{toString}{constructor}{__proto__}', 'f-string', {}), '')
  })

  it('sees functions and symbols as undefined', () => {
    const variables = { f: () => 'called', o: { g: () => 'called', s: Symbol('s') } }
    assert.equal(renderText('{{ f }}{{ o.g }}{{ o.s }}|{{ f is defined }}', 'jinja2', variables), '|False')
    assert.equal(outcome('{{ f() }}', variables), 'template_runtime')
  })
})

describe("the caller's data", () => {
  it('is never changed', () => {
    const variables = { l: [3, 1, 2], d: { a: [1], b: { c: 1 } }, n: 1 }
    const before = structuredClone(variables)
    const text = renderText(
      `{% set _ = l.append(4) %}{% set _ = l.sort() %}{% set _ = l.pop() %}{% set _ = d.update(z=1) %}
       {% set _ = d.a.append(2) %}{% set _ = d.b.clear() %}{% set _ = d.pop("b") %}{% set n = 2 %}{{ l }}{{ d }}`,
      'jinja2',
      variables,
    )
    assert.equal(text.trim(), "[1, 2, 3]{'a': [1, 2], 'z': 1}")
    assert.deepEqual(variables, before)
  })

  it('may be frozen', () => {
    const variables = Object.freeze({ l: Object.freeze([1]) })
    assert.equal(renderText('{% set _ = l.append(2) %}{{ l }}', 'jinja2', variables), '[1, 2]')
  })
})
