import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Language } from '../../src/server/edge/sandbox/index.ts'
import { errorOf, openSandbox, returned } from './kit.ts'

const { run, sandbox } = openSandbox({ after })

/** The same behaviour in both languages: [JavaScript, Python]. */
type Both = readonly [string, string]
const languages = ['javascript', 'python'] as const
const pick = (both: Both, language: Language) => both[language === 'javascript' ? 0 : 1]

const values: Record<string, { code: Both; data?: unknown; value: unknown }> = {
  'data comes back': {
    code: ['return data', 'return data'],
    data: { a: [1, 'two', null, true, { b: {} }], 'é😀': '\u0000\u2028\\"', __proto__x: 1 },
    value: { a: [1, 'two', null, true, { b: {} }], 'é😀': '\u0000\u2028\\"', __proto__x: 1 },
  },
  'text of every kind': {
    code: ['return data', 'return data'],
    data: '\ud800 ￿ 👩‍👩‍👧',
    value: '\ud800 ￿ 👩‍👩‍👧',
  },
  'numbers at the edges': {
    code: ['return data', 'return data'],
    data: [2 ** 53 - 1, -(2 ** 53 - 1), 1e308, 5e-324, 0.1, -1.5],
    value: [2 ** 53 - 1, -(2 ** 53 - 1), 1e308, 5e-324, 0.1, -1.5],
  },
  'nothing returned': { code: ['1 + 1', 'x = 1'], value: null },
  'an empty body': { code: ['', ''], value: null },
  'only a comment': { code: ['// nothing', '# nothing'], value: null },
  'a value left in `result`': {
    code: [
      'if (data.n < 0) return 0\nresult = data.n > 1 ? 1 : 0 // score',
      'if data["n"] < 0:\n  return 0\nresult = 1 # score',
    ],
    data: { n: 2 },
    value: 1,
  },
  'a `result` of its own': { code: ['const result = [1]', 'for result in [[1]]: pass'], value: [1] },
  'a return before `result` is left': { code: ['result = 1\nreturn 2', 'result = 1\nreturn 2'], value: 2 },
  'values by `get`': {
    code: [
      'return [data.get("n"), data.get("no"), data.get("no", 7), data.get("none", 7), data.get("get"), Object.keys(data)]',
      'return [data.get("n"), data.get("no"), data.get("no", 7), data.get("none", 7), data.get("get"), list(data)]',
    ],
    data: { n: 2, none: null },
    value: [2, null, 7, null, null, ['n', 'none']],
  },
  'values by `get` in each row': {
    code: ['return data.map((row) => row.get("n", 0))', 'return [row.get("n", 0) for row in data]'],
    data: [{ n: 1 }, {}],
    value: [1, 0],
  },
  'a value that is called get': {
    code: ['return [data.get, { ...data }]', 'return [data["get"], data]'],
    data: { get: 'mine', n: 2 },
    value: ['mine', { get: 'mine', n: 2 }],
  },
  'undefined and None': { code: ['return undefined', 'return None'], value: null },
  'data that is absent': { code: ['return data', 'return data'], data: undefined, value: null },
  'a date as text': {
    code: ['return new Date(0)', 'import datetime\nreturn datetime.date(1970, 1, 1).isoformat()'],
    value: expect(['1970-01-01T00:00:00.000Z', '1970-01-01']),
  },
  'the clock is right': {
    code: [
      'return Math.abs(Date.now() - data) < 60000 && new Date().getTimezoneOffset() === 0',
      'import time\nreturn abs(time.time() * 1000 - data) < 60000',
    ],
    data: Date.now(),
    value: true,
  },
  'text over several lines keeps its shape': {
    code: ['return `a\n  b\n`', 's = """a\n  b\n"""\nreturn s'],
    value: 'a\n  b\n',
  },
  'inner functions and recursion': {
    code: [
      'const f = (n) => (n < 2 ? n : f(n - 1) + f(n - 2)); return f(12)',
      'def f(n):\n    return n if n < 2 else f(n - 1) + f(n - 2)\nreturn f(12)',
    ],
    value: 144,
  },
  'the standard library': {
    code: [
      'return [...new Set("hello")].map((c) => c.codePointAt(0)).sort().at(-1) + Math.max(...new Map([[1, 2]]).values())',
      'import re, statistics, collections, dataclasses\nreturn [re.findall(r"\\d+", "a1b22"), statistics.mean([1, 3]), collections.Counter("hello")["l"]]',
    ],
    value: expect([113, [['1', '22'], 2, 2]]),
  },
  'a list nested 100 deep': {
    code: [
      'let v = 1; for (let i = 0; i < 100; i++) v = [v]; return JSON.stringify(v).length && v',
      'v = 1\nfor i in range(100): v = [v]\nreturn v',
    ],
    value: JSON.parse(`${'['.repeat(100)}1${']'.repeat(100)}`),
  },
}

/** A value that differs by language. */
function expect(both: readonly [unknown, unknown]) {
  return { both }
}
const isBoth = (value: unknown): value is { both: readonly [unknown, unknown] } =>
  typeof value === 'object' && value !== null && 'both' in value

const failures: Record<
  string,
  { code: Both; kind: string; type: Both; line: number | null; message: RegExp }
> = {
  'a thrown error': {
    code: ['\n\nthrow new TypeError("bad é")', '\n\nraise TypeError("bad é")'],
    kind: 'exception',
    type: ['TypeError', 'TypeError'],
    line: 3,
    message: /^bad é$/,
  },
  'an error in an inner function': {
    code: ['function f() {\n  return data.x\n}\nf()', 'def f():\n  return None.x\n\nf()'],
    kind: 'exception',
    type: ['TypeError', 'AttributeError'],
    line: 2,
    message: /x/,
  },
  'an unknown name': {
    code: ['\nreturn unknown', '\nreturn unknown'],
    kind: 'exception',
    type: ['ReferenceError', 'NameError'],
    line: 2,
    message: /unknown.* is not defined/,
  },
  'code that cannot be read': {
    code: ['const a = 1\nconst b = ;\n', 'a = 1\nb = \n'],
    kind: 'syntax',
    type: ['SyntaxError', 'SyntaxError'],
    line: 2,
    message: /unexpected|invalid/,
  },
  'a value that is no JSON: a number': {
    code: ['return { a: NaN }', 'return {"a": float("nan")}'],
    kind: 'exception',
    type: ['TypeError', 'TypeError'],
    line: null,
    message: /not JSON.*nan/i,
  },
  'a value that is no JSON: a function': {
    code: ['return { f() {} }', 'return {"f": print}'],
    kind: 'exception',
    type: ['TypeError', 'TypeError'],
    line: null,
    message: /not JSON/,
  },
  'a value that is no JSON: a set': {
    code: ['return new Set([1])', 'return {1}'],
    kind: 'exception',
    type: ['TypeError', 'TypeError'],
    line: null,
    message: /not JSON/,
  },
  'a value that is no JSON: bytes': {
    code: ['return new Uint8Array(3)', 'return b"abc"'],
    kind: 'exception',
    type: ['TypeError', 'TypeError'],
    line: null,
    message: /not JSON/,
  },
  'a value in a circle': {
    code: ['const a = []; a.push(a); return a', 'a = []\na.append(a)\nreturn a'],
    kind: 'exception',
    type: ['TypeError', 'TypeError'],
    line: null,
    message: /circular/i,
  },
  'a number that no double holds': {
    code: ['return { a: [1, JSON.rawJSON("1e999")] }', 'return {"a": [1, -(10 ** 400)]}'],
    kind: 'output_too_large',
    type: ['RangeError', 'RangeError'],
    line: null,
    message: /number that is too large/,
  },
  'a value nested too deep': {
    code: [
      'let v = 1; for (let i = 0; i < 101; i++) v = [v]; return v',
      'v = 1\nfor i in range(101): v = [v]\nreturn v',
    ],
    kind: 'output_too_large',
    type: ['RangeError', 'RangeError'],
    line: null,
    message: /100 levels/,
  },
  'a value of too many parts': {
    code: ['return Array(1_000_001).fill(0)', 'return [0] * 1_000_001'],
    kind: 'output_too_large',
    type: ['RangeError', 'RangeError'],
    line: null,
    message: /1000000 values/,
  },
  'a value beyond 20 MiB': {
    code: ['return "x".repeat(21e6)', 'return "x" * 21_000_000'],
    kind: 'output_too_large',
    type: ['RangeError', 'OverflowError'],
    line: null,
    message: /20971520/,
  },
}

for (const language of languages)
  describe(language, () => {
    for (const [name, { code, data, value }] of Object.entries(values))
      test(name, async () => {
        const expected = isBoth(value) ? value.both[language === 'javascript' ? 0 : 1] : value
        assert.deepEqual(returned(await run(language, pick(code, language), { data })), expected)
      })

    for (const [name, { code, kind, type, line, message }] of Object.entries(failures))
      test(name, async () => {
        const error = errorOf(await run(language, pick(code, language)))
        assert.deepEqual([error.kind, error.type], [kind, pick(type, language)])
        assert.match(error.message, message)
        if (line !== null) assert.equal(error.line, line)
      })

    test('printed lines are reported by stream, also when the call fails or times out', async () => {
      const printing: Both = [
        'console.log("one", { a: 1 }); console.error("é")\n',
        'import sys\nprint("one", {"a": 1})\nprint("é", file=sys.stderr)\n',
      ]
      const ends: Both[] = [
        ['return 1', 'return 1'],
        ['throw new Error("x")', 'raise ValueError("x")'],
        ['for (;;);', 'while True: pass'],
      ]
      for (const end of ends) {
        const outcome = await run(language, pick(printing, language) + pick(end, language), {
          // A busy machine may not have printed within half a second.
          timeoutMs: 2_000,
        })
        assert.match(outcome.stdout, /^one \{["']a["']: ?1\}\n$/)
        assert.equal(outcome.stderr, 'é\n')
      }
    })

    test('printed output is bounded, at whole characters', async () => {
      const flood: Both = [
        'for (let i = 0; i < 9e4; i++) console.log("é😀")',
        'for i in range(90000): print("é😀")',
      ]
      const { stdout } = await run(language, pick(flood, language))
      assert.ok(stdout.length > 20_000 && Buffer.byteLength(stdout) < 66_000)
      assert.ok(!stdout.includes('\ufffd'))
      assert.match(stdout, /dropped\)\n$/)
    })

    test('`env` holds the environment and no other value', async () => {
      const own: Both = ['return env', 'return env']
      assert.deepEqual(
        returned(await run(language, pick(own, language), { environment: { KEY: 'välue', B: '' } })),
        {
          KEY: 'välue',
          B: '',
        },
      )
      assert.deepEqual(returned(await run(language, pick(own, language))), {})
    })

    test('input beyond its bounds is refused before it reaches a runner', async () => {
      const comment = language === 'python' ? '#' : '//'
      const long = await run(language, comment + 'x'.repeat(1024 * 1024))
      const wide = await run(language, '', { data: 'x'.repeat(10 * 1024 * 1024) })
      const many = await run(language, '', { environment: { A: 'x'.repeat(1024 * 1024) } })
      for (const outcome of [long, wide, many]) assert.equal(errorOf(outcome).kind, 'input_too_large')
      const fits = await run(language, comment + 'x'.repeat(1024 * 1024 - 10), {
        data: 'x'.repeat(10_000_000),
      })
      assert.equal(returned(fits), null)
    })

    test('random values differ from call to call', async () => {
      const random: Both = [
        'return Array.from({ length: 4 }, Math.random)',
        'import random, uuid\nreturn [random.random(), str(uuid.uuid4())]',
      ]
      const [one, two] = [
        returned(await run(language, pick(random, language))),
        returned(await run(language, pick(random, language))),
      ]
      assert.notDeepEqual(one, two)
    })
  })

test('JavaScript may await', async () => {
  assert.equal(
    returned(await run('javascript', 'return (await Promise.all([1, Promise.resolve(2)])).length')),
    2,
  )
  assert.match(errorOf(await run('javascript', 'await new Promise(() => {})')).message, /never resolves/)
  const late = errorOf(await run('javascript', 'await null\n\nthrow new RangeError("late")'))
  assert.deepEqual([late.type, late.message, late.line], ['RangeError', 'late', 3])
})

describe('timers of JavaScript', () => {
  test('run in order, and the call waits for awaited promises', async () => {
    const code = `const seen = []
      const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
      setTimeout((text) => seen.push(text), 20, 'second')
      setTimeout(() => seen.push('first'))
      clearTimeout(setTimeout(() => seen.push('never'), 1))
      const every = setInterval(() => seen.push('again') > 4 && clearInterval(every), 30)
      const begun = Date.now()
      await sleep(200)
      return [seen, Date.now() - begun >= 200]`
    assert.deepEqual(returned(await run('javascript', code)), [
      ['first', 'second', 'again', 'again', 'again'],
      true,
    ])
  })

  test('hold up no call that has returned, and end with the deadline', async () => {
    const left = 'setTimeout(() => {}, 60_000)\nreturn 1'
    assert.equal(returned(await run('javascript', left)), 1)
    const endless = await run('javascript', 'await new Promise((resolve) => setTimeout(resolve, 60_000))', {
      timeoutMs: 1_000,
    })
    assert.equal(errorOf(endless).kind, 'timeout')
    assert.equal(returned(await run('javascript', 'return 2')), 2)
  })

  test('that throw are the error of the call', async () => {
    const code = `setTimeout(() => { throw new RangeError('late') })\nawait new Promise(() => {})`
    assert.equal(errorOf(await run('javascript', code)).message, 'late')
  })
})

test('a thrown value that is not an Error is reported as text', async () => {
  const error = errorOf(await run('javascript', 'throw { code: 7 }'))
  assert.deepEqual(error, { type: 'Error', message: '{"code":7}', line: null, kind: 'exception' })
  const { type, message } = errorOf(await run('javascript', 'throw { message: "m" }'))
  assert.deepEqual([type, message], ['Error', 'm'])
})

test('null and undefined are thrown values too, and no lack of memory', async () => {
  for (const code of ['throw null', 'await Promise.reject(null)', 'throw undefined'])
    assert.deepEqual(errorOf(await run('javascript', code)), {
      type: 'Error',
      message: code === 'throw undefined' ? 'undefined' : 'null',
      line: null,
      kind: 'exception',
    })
  // Without room for an error the engine throws null.
  const error = errorOf(await run('javascript', 'const all = []; for (;;) all.push({})'))
  assert.deepEqual([error.kind, error.message], ['memory', 'out of memory'])
})

test('a microtask that throws is the error of the call', async () => {
  const code = 'queueMicrotask(() => {\n  throw new RangeError("soon")\n})\nawait null\nreturn 1'
  const { type, message, line } = errorOf(await run('javascript', code))
  assert.deepEqual([type, message, line], ['RangeError', 'soon', 2])
  const order = `const seen = []; queueMicrotask(() => seen.push('b')); seen.push('a'); await null; return seen`
  assert.deepEqual(returned(await run('javascript', order)), ['a', 'b'])
})

test('the console has its methods; methods that measure or group print no line', async () => {
  const code = `console.dir({ a: 1 }); console.table([1]); console.group('g'); console.groupEnd(); console.time('t')
    console.timeEnd('t'); console.count(); console.clear(); console.assert(true, 'x'); console.assert(false, 'y')`
  const { status, stdout, stderr } = await run('javascript', code)
  assert.deepEqual([status, stdout, stderr], ['success', '{"a":1}\n[1]\ng\n', 'Assertion failed y\n'])
})

test('Python may be indented as a whole, as the body of a function is', async () => {
  assert.equal(returned(await run('python', '    a = 1\n    if a:\n        return a + 1\n')), 2)
  const error = errorOf(await run('python', '  a = 1\n    b = 2'))
  assert.deepEqual([error.type, error.kind, error.line], ['IndentationError', 'syntax', 2])
})

test('data that is no JSON is an outcome, not an exception', async () => {
  assert.match(errorOf(await run('javascript', '', { data: 1n })).message, /data is not JSON/)
})

test('the level is measured once, with its reason', async () => {
  const first = await sandbox.level()
  assert.ok(['bubblewrap', 'namespaces', 'permission'].includes(first.level))
  assert.ok(first.details.length > 0)
  assert.deepEqual(await sandbox.level(), first)
})
