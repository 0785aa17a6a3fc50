import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnTypes, type Inputs, loadXml } from '../columns/index.ts'
import type { Json } from '../json/json.ts'

const LENGTH = 50_000

/** Patterns on which a backtracking engine does not end within minutes, each with its text. */
const hostile: readonly (readonly [string, string])[] = [
  ['(a+)+$', 'a'],
  ['^(a+)+$', 'a'],
  ['(a*)*b', 'a'],
  ['(a|a)*$', 'a'],
  ['(a|aa)+$', 'a'],
  ['^(a?){30}a{30}$', 'a'],
  ['(.*a){12}b', 'a'],
  ['([a-z]+)*=', 'a'],
  ['(x+x+)+y', 'x'],
  ['(\\w+\\s?)*$', 'a b '],
  ['^(\\d+)*[a-z]$', '1'],
  ['^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*@', 'a'],
  ['(\\s|\\t)*x', ' \t'],
  ['(?:a|b|ab)*c', 'ab'],
  ['(?i)(A|a)*$', 'a'],
  ['(?s)(.|\\n)*z', 'a\n'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
  ['(a+){10}(a+){10}b', 'a'],
  ['<([^>]*>)*!', '<'],
  ['"(\\\\"|[^"])*"x', '\\"'],
  ['(\\p{L}+)*\\d', 'é'],
  ['(?P<x>a+)+(?P<y>a+)+$', 'a'],
  ['((((a*)*)*)*)*b', 'a'],
  ['(a{0,50}){0,20}b', 'a'],
  ['[^b]*[^c]*[^d]*[^e]*f', 'a'],
  ['(a+)+\\1b', 'a'],
  ['(?=(a+)+b)a', 'a'],
  ['(?<!(a|a)+)b', 'a'],
  ['\\b(\\w+)+\\b!', 'é'],
  ['^(a|b|c|d|e|f|g)*(a|b|c|d)*h$', 'abcdefg'],
  ['(a*)+$', 'a\n'],
]

/** Runs `work` while the native engine refuses every pattern. */
function withoutNative<Result>(work: () => Result): Result {
  const native = globalThis.RegExp
  const methods = ['match', 'matchAll', 'search'] as const
  const originals = methods.map((name) => String.prototype[name])
  const refuse = (): never => {
    throw new Error('The native engine was given a pattern')
  }
  globalThis.RegExp = new Proxy(native, { construct: refuse, apply: refuse })
  for (const [index, name] of methods.entries()) {
    const original = originals[index] as (this: string, pattern: unknown) => unknown
    Object.defineProperty(String.prototype, name, {
      value(this: string, pattern: unknown) {
        return pattern instanceof native ? original.call(this, pattern) : refuse()
      },
      configurable: true,
      writable: true,
    })
  }
  try {
    return work()
  } finally {
    globalThis.RegExp = native
    for (const [index, name] of methods.entries()) {
      Object.defineProperty(String.prototype, name, {
        value: originals[index],
        configurable: true,
        writable: true,
      })
    }
  }
}

await loadXml()

function run(name: 'REGEX' | 'REGEX_EXTRACTION' | 'JSON_PATH', config: Record<string, unknown>, value: Json) {
  const type = columnTypes[name]
  const inputs: Inputs = { values: [value], titles: ['a'], row: () => ({}) }
  return type.evaluator(type.config({ source: 'a', ...config })).prepare(inputs)
}

test('the guard refuses the native engine', () => {
  const pattern = ['a'].join('')
  assert.throws(() => withoutNative(() => new RegExp(pattern)))
  assert.throws(() => withoutNative(() => 'a'.match(pattern)))
})

for (const [pattern, part] of hostile) {
  const text = `${part.repeat(LENGTH / part.length)}!`

  test(`${pattern} is bounded in columns of regexes`, { timeout: 30_000 }, () => {
    for (const name of ['REGEX', 'REGEX_EXTRACTION'] as const) {
      const step = withoutNative(() => run(name, { regex_pattern: pattern }, text))
      if (step.kind === 'need') {
        assert.ok(step.need.kind === 'code' && step.need.deadlineMilliseconds === 1_000)
      } else if (step.kind === 'failed') assert.equal(step.failure.code, 'too_large')
      else assert.ok(Array.isArray(step.value) || typeof step.value === 'boolean')
    }
  })

  test(`${pattern} is bounded in filters of paths`, { timeout: 30_000 }, () => {
    for (const call of ['match', 'search']) {
      const path = `$[?${call}(@, ${JSON.stringify(pattern)})]`
      const step = withoutNative(() =>
        run('JSON_PATH', { json_path: path, return_first_match: false }, [text, text]),
      )
      const bounded = step.kind === 'failed' ? step.failure.code === 'too_large' : step.kind === 'value'
      assert.ok(bounded, JSON.stringify(step).slice(0, 200))
    }
  })
}

test('a pattern from the data is bounded', { timeout: 30_000 }, () => {
  const data = { pattern: '(a+)+$', texts: ['a'.repeat(LENGTH)] }
  const step = withoutNative(() => run('JSON_PATH', { json_path: '$.texts[?search(@, $.pattern)]' }, data))
  assert.ok(step.kind === 'value')
})

const nested = (depth: number): Json => (depth === 0 ? 1 : { a: nested(depth - 1), b: 1 })
const wide = Array.from({ length: 5_000 }, (_, index) => ({ n: index, t: 'x'.repeat(20) }))

for (const [path, value] of [
  ['$..*..*..*..*', nested(40)],
  ['$[?count($..*) > 1]', wide],
  ['$[?$[?$[?@.n == 1]]]', wide],
  ['$..[?count(@..[?count(@..*) > 1]) > 1]', nested(100)],
] as const) {
  test(`the path ${path} is bounded`, { timeout: 30_000 }, () => {
    const step = run('JSON_PATH', { json_path: path }, value)
    assert.ok(step.kind === 'failed' && step.failure.code === 'too_large', JSON.stringify(step).slice(0, 200))
  })
}

const flat = `<r>${'<a>1</a>'.repeat(20_000)}</r>`
const deep = `<r>${`${'<a>'.repeat(50)}${'</a>'.repeat(50)}`.repeat(10)}</r>`

for (const [path, xml] of [
  ['//a[. = //a]', flat],
  ['count(//a/following::a)', flat],
  ['count(//a[count(//a[count(//a[.=2])>2])>1])', deep],
  [`concat(${'//a,'.repeat(90)}'')`, flat],
] as const) {
  test(`the XPath ${path.slice(0, 40)} is bounded`, { timeout: 30_000 }, () => {
    const type = columnTypes.XML_PATH
    const inputs: Inputs = { values: [xml], titles: ['a'], row: () => ({}) }
    const step = type.evaluator(type.config({ source: 'a', xml_path: path, type: 'findall' })).prepare(inputs)
    assert.ok(step.kind === 'failed' && step.failure.code === 'too_large', JSON.stringify(step).slice(0, 200))
  })
}

for (const [name, sql] of [
  ['an open comment', `SELECT 1 ${'/*'.repeat(9_000)}`],
  ['nested casts', `SELECT ${'CAST('.repeat(40)}1${' AS INT)'.repeat(40)}`],
  ['nested brackets that are not closed', `SELECT ${'('.repeat(25)}1`],
  ['a long condition', `SELECT 1 FROM t WHERE a=1${' AND a=1'.repeat(2_000)}`],
  ['more text than the limit', `SELECT '${'x'.repeat(100_000)}'`],
] as const) {
  test(`SQL with ${name} is bounded`, { timeout: 30_000 }, () => {
    const type = columnTypes.ASSERT_VALID
    const inputs: Inputs = { values: [sql], titles: ['a'], row: () => ({}) }
    const step = type.evaluator(type.config({ source: 'a', type: 'sql' })).prepare(inputs)
    assert.ok(step.kind === 'value' || (step.kind === 'failed' && step.failure.code === 'too_large'))
  })
}
