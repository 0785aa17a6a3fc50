import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type ArrivedCall, planRequests, type StoredCall } from './one-request.ts'

const base = {
  traceId: 't',
  parentSpanId: null,
  responseId: 'resp_1',
  models: ['gpt-4o-mini'],
  inputTokens: 4,
  outputTokens: 6,
  isFailed: false,
  detail: 10,
  startedAt: 100,
  endedAt: 200,
}

const arrived = (spanId: string, newId: number, rest: Partial<ArrivedCall> = {}): ArrivedCall => ({
  ...base,
  spanId,
  newId,
  scope: spanId,
  earlier: null,
  ...rest,
})
const stored = (spanId: string, requestId: number, rest: Partial<StoredCall> = {}): StoredCall => ({
  ...base,
  spanId,
  requestId,
  scope: spanId,
  isHolder: true,
  ...rest,
})
const outcome = (calls: readonly ArrivedCall[], known: readonly StoredCall[] = []) => {
  const plan = planRequests(calls, known)
  return {
    calls: plan.calls.map(({ requestId, write }) => [requestId, write]),
    displaced: plan.displaced.map(({ call, requestId }) => [call.spanId, requestId]),
    merged: [...plan.merged],
  }
}
const noChanges = { displaced: [], merged: [] }

suite('one request for a call that several spans report', () => {
  test('in a later batch, the stored request keeps its id', () => {
    const child = stored('inner', 1, { parentSpanId: 'outer' })
    assert.deepEqual(outcome([arrived('outer', 2, { detail: 5 })], [child]), {
      calls: [[1, null]],
      ...noChanges,
    })
    assert.deepEqual(outcome([arrived('outer', 2, { detail: 50 })], [child]), {
      calls: [[1, 'replace']],
      displaced: [['inner', 1]],
      merged: [],
    })
  })

  test('of two spans with equal detail the first holds the request, whichever arrives first', () => {
    const inner = { parentSpanId: 'outer', startedAt: 110, endedAt: 190 }
    assert.deepEqual(outcome([arrived('inner', 2, inner)], [stored('outer', 1)]), {
      calls: [[1, null]],
      ...noChanges,
    })
    assert.deepEqual(outcome([arrived('outer', 2)], [stored('inner', 1, inner)]), {
      calls: [[1, 'replace']],
      displaced: [['inner', 1]],
      merged: [],
    })
  })

  test('spans of another trace with the same response id share the request', () => {
    const other = arrived('b', 2, { traceId: 'u', startedAt: 110, endedAt: 190 })
    assert.deepEqual(outcome([arrived('a', 1), other]).calls, [
      [1, 'insert'],
      [1, null],
    ])
  })

  test('a direct parent without id or tokens shares the request', () => {
    const withoutUsage = { responseId: null, inputTokens: 0, outputTokens: 0, detail: 1 }
    const inner = arrived('inner', 2, { parentSpanId: 'outer' })
    assert.deepEqual(outcome([arrived('outer', 1, withoutUsage), inner]).calls, [
      [2, null],
      [2, 'insert'],
    ])
    assert.deepEqual(outcome([arrived('beside', 1, withoutUsage), inner]).calls, [
      [1, 'insert'],
      [2, 'insert'],
    ])
  })

  test('a model with a date is the same model, and a stream may be counted with some output tokens more', () => {
    const dated = { models: ['gpt-4o-mini-2024-07-18'], outputTokens: 7, startedAt: 110, endedAt: 190 }
    assert.deepEqual(outcome([arrived('a', 1), arrived('b', 2, dated)]).calls, [
      [1, 'insert'],
      [1, null],
    ])
  })

  test('a third span merges two calls', () => {
    const outer = stored('outer', 1, { responseId: null, detail: 5 })
    const inner = stored('inner', 2, { parentSpanId: 'middle', detail: 20 })
    const middle = arrived('middle', 3, { parentSpanId: 'outer', detail: 10 })
    assert.deepEqual(outcome([middle], [outer, inner]), {
      calls: [[2, null]],
      displaced: [['outer', 2]],
      merged: [[1, 2]],
    })
  })

  test('a span that is sent again keeps its request, held or shared', () => {
    const holder = arrived('a', 9, { earlier: { requestId: 1, isHolder: true } })
    assert.deepEqual(outcome([holder]), { calls: [[1, 'replace']], ...noChanges })
    const shared = arrived('a', 9, { earlier: { requestId: 1, isHolder: false } })
    assert.deepEqual(outcome([shared], [stored('b', 1)]), { calls: [[1, null]], ...noChanges })
  })
})

suite('the work for many spans with one response id', () => {
  /** Number of facts that are compared while the requests of so many spans are planned. */
  const comparedFacts = (spans: number): number => {
    let reads = 0
    const calls = Array.from({ length: spans }, (_, index) => ({
      ...arrived(String(index), index, { parentSpanId: 'outer' }),
      get scope() {
        reads++
        return `scope ${index % 2}`
      },
    }))
    planRequests(calls, [])
    return reads
  }

  test('grows with their number', () => {
    const [few, many] = [comparedFacts(500), comparedFacts(2_000)]
    assert.ok(many < 5 * few, `${few} facts of 500 spans, ${many} of 2,000`)
  })
})

suite('a failed call of Anthropic that an instrumentation and the SDK report', () => {
  const failed = { isFailed: true, responseId: 'failed claude t desk', inputTokens: 0, outputTokens: 0 }
  const sdk = { ...failed, scope: 'com.anthropic.sdk.python', startedAt: 110, endedAt: 190 }

  test('is one request, also beside an equal call at the same time', () => {
    const plan = outcome([
      arrived('a', 1, failed),
      arrived('b', 2, sdk),
      arrived('c', 3, { ...failed, scope: 'a', startedAt: 101, endedAt: 201 }),
      arrived('d', 4, { ...sdk, startedAt: 111 }),
    ])
    assert.deepEqual(
      plan.calls.map(([id]) => id),
      [1, 1, 3, 3],
    )
    assert.deepEqual(outcome([arrived('b', 2, sdk)], [stored('a', 1, failed)]).calls, [[1, null]])
  })

  const different: Record<string, Partial<ArrivedCall>> = {
    'outside the time of the instrumentation': { endedAt: 210 },
    'in another step': { responseId: 'failed claude t other' },
    'by two instrumentations': { scope: 'openinference' },
  }
  for (const [name, difference] of Object.entries(different))
    test(`is two requests ${name}`, () => {
      const plan = outcome([arrived('a', 1, failed), arrived('b', 2, { ...sdk, ...difference })])
      assert.equal(new Set(plan.calls.map(([id]) => id)).size, 2)
    })

  test('is the child of its span, whose key differs', () => {
    const child = { ...failed, parentSpanId: 'a', responseId: 'failed claude t a' }
    assert.equal(
      new Set(outcome([arrived('a', 1, failed), arrived('b', 2, child)]).calls.map(([id]) => id)).size,
      1,
    )
  })
})

suite('calls that stay separate', () => {
  const cases: Record<string, Partial<ArrivedCall>> = {
    'another answer': { responseId: 'resp_2', parentSpanId: 'a' },
    'other tokens': { inputTokens: 5, parentSpanId: 'a' },
    'other output tokens, not within the time of the first': {
      outputTokens: 7,
      startedAt: 150,
      endedAt: 250,
    },
    'another model': { models: ['gpt-5'], parentSpanId: 'a' },
    'a model of another length': { models: ['gpt-4o-mini-2024'], parentSpanId: 'a' },
    'an attempt that failed': { isFailed: true, parentSpanId: 'a' },
    'one id for all answers, in one instrumentation': { scope: 'a' },
    'one id for all answers, one after the other': { startedAt: 300, endedAt: 400 },
  }
  for (const [name, difference] of Object.entries(cases))
    test(name, () => {
      assert.deepEqual(outcome([arrived('a', 1), arrived('b', 2, difference)]).calls, [
        [1, 'insert'],
        [2, 'insert'],
      ])
    })

  test('two calls of one instrumentation inside a span stay separate', () => {
    const around = arrived('outer', 1, { responseId: null, inputTokens: 0, outputTokens: 0, detail: 1 })
    const within = { parentSpanId: 'outer', scope: 'openai' }
    const plan = outcome([
      around,
      arrived('b', 2, within),
      arrived('c', 3, { ...within, responseId: 'resp_2' }),
    ])
    assert.equal(new Set(plan.calls.map(([id]) => id)).size, 2)
  })
})
