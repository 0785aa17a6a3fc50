import assert from 'node:assert/strict'
import { availableParallelism, loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, before, describe, test } from 'node:test'
import type { Language } from '../../src/server/edge/sandbox/index.ts'
import { errorOf, openSandbox, returned } from './kit.ts'

/** The possible results of an attempt: some engines stop it themselves, the time limit stops it in others. */
type Bomb = readonly [code: string, ...kinds: string[]]

const bombs: Record<Language, Record<string, Bomb>> = {
  javascript: {
    'endless loop': ['for (;;);', 'timeout'],
    'endless loop that catches everything': ['for (;;) try { for (;;); } catch {}', 'timeout'],
    'endless microtasks': ['const f = () => Promise.resolve().then(f); await f()', 'timeout', 'memory'],
    'endless await': ['for (;;) await null', 'timeout'],
    'slow regular expression': ['return /^(a+)+$/.test("a".repeat(40) + "!")', 'timeout'],
    'slow built-in': ['const s = "a".repeat(1e6); for (;;) s.indexOf("b".repeat(5e5))', 'timeout'],
    'endless printing': ['for (;;) console.log("x".repeat(1000))', 'timeout'],
    'list that grows': ['const a = []; for (;;) a.push({ a: a.length })', 'memory'],
    'text that doubles': ['let s = "x"; for (;;) s += s', 'memory', 'exception'],
    'text of 10^8': ['return "xy".repeat(5e7).split("")', 'memory'],
    'typed arrays': ['const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1))', 'memory'],
    'memory, caught': [
      'const a = []; for (;;) try { a.push("x".repeat(1e6) + a.length) } catch {}',
      'timeout',
      'memory',
    ],
    'endless recursion': ['(function f() { f() })()', 'exception'],
    'deep JSON': ['return JSON.parse("[".repeat(1e5) + "]".repeat(1e5))', 'exception', 'output_too_large'],
    'huge number': ['return 10n ** 10n ** 8n', 'timeout', 'memory', 'exception'],
    'getter that never returns': ['return { get a() { for (;;); } }', 'timeout'],
    'toString that never returns': ['throw { message: { toString() { for (;;); } } }', 'timeout'],
  },
  python: {
    'endless loop': ['while True: pass', 'timeout'],
    'endless loop that catches everything': [
      'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
      'timeout',
    ],
    'endless generator': ['return sum(1 for _ in iter(int, 1))', 'timeout'],
    'slow regular expression': ['import re\nreturn re.match(r"^(a+)+$", "a" * 40 + "!")', 'timeout'],
    sleep: ['import time\ntime.sleep(60)', 'timeout'],
    'endless printing': ['while True: print("x" * 1000)', 'timeout'],
    'list that grows': ['a = []\nwhile True: a.append({"a": len(a)})', 'memory'],
    // CPython itself fails on this path when it is out of memory.
    'text that doubles': ['s = "x"\nwhile True: s += s', 'memory', 'exception'],
    'one large file': ['f = open("/tmp/f", "wb")\nwhile True: f.write(bytes(10**6))', 'exception'],
    'many files': ['for n in range(10**9): open(f"/tmp/{n}", "wb").write(bytes(10**6))', 'exception'],
    'files made long': [
      'import os\nfor n in range(10**9): open(f"/tmp/{n}", "wb").truncate(10**7)',
      'timeout',
      'memory',
      'exception',
    ],
    'text of 10^8': ['return ["x" * 10**8, "y" * 10**8 + "z"]', 'memory', 'output_too_large'],
    bytes: ['a = []\nwhile True: a.append(bytearray(10**6))', 'memory'],
    'endless recursion': ['def f(): f()\nf()', 'exception'],
    'deep list': ['a = []\nfor _ in range(10**6): a = [a]\nreturn a', 'exception', 'memory'],
    'huge number': ['return 10 ** 10 ** 8', 'timeout', 'memory', 'exception'],
    'deep source': [`return ${'('.repeat(5000)}${')'.repeat(5000)}`, 'syntax', 'memory', 'exception'],
    'str that never returns': [
      'class E(Exception):\n    def __str__(self):\n        while True: pass\nraise E()',
      'timeout',
    ],
  },
}
/**
 * Milliseconds. Bombs that only the time limit ends get a short limit; other bombs get enough to end by themselves on a busy
 * machine.
 */
const limitFor = (kinds: readonly string[]) => (kinds[0] === 'timeout' ? 400 : 10_000)

/** More than 1 if other processes use the processors too, because every measured time is longer then. */
const crowd = Math.max(1, (loadavg()[0] ?? 1) / availableParallelism())
const delay = monitorEventLoopDelay({ resolution: 10 })

describe('bombs', () => {
  const { run } = openSandbox({ after })
  before(() => delay.enable())
  after(() => {
    delay.disable()
    const [middle, late] = [delay.percentile(50) / 1e6, delay.percentile(99) / 1e6]
    assert.ok(late <= 50 * crowd, `the server stood still: p50 ${middle} ms, p99 ${late} ms`)
  })
  for (const language of ['javascript', 'python'] as const) {
    before(async () => returned(await run(language, 'return 1')))
    for (const [name, [code, ...kinds]] of Object.entries(bombs[language]))
      test(`${language}: ${name}`, async () => {
        const limitMs = limitFor(kinds)
        const outcome = await run(language, code, { timeoutMs: limitMs })
        assert.ok(kinds.includes(errorOf(outcome).kind), JSON.stringify(outcome).slice(0, 500))
        const late = outcome.durationMs - limitMs
        assert.ok(late <= 500 * crowd, `it ended ${late} ms late`)
        assert.equal(returned(await run(language, 'return data', { data: 'next' })), 'next')
      })
  }
})
