import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../json/json.ts'
import { toolCalls } from './tool-calls.ts'

const span = (name: string, start_time: Json, rest: Record<string, Json> = {}): Json => ({
  name,
  start_time,
  ...rest,
})

describe('toolCalls', () => {
  const cases: readonly (readonly [string, Json, readonly string[] | null])[] = [
    [
      'spans ordered by time',
      [span('Tool: b', '2026-01-01T00:00:02Z'), span('Tool: a', '2026-01-01T00:00:01Z'), span('LLM', 1)],
      ['a', 'b'],
    ],
    [
      'nested spans',
      { spans: [span('Agent', 0, { children: [span('Tool: a', 1), span('Tool: b', 2)] })] },
      ['a', 'b'],
    ],
    ['JSON text', JSON.stringify([span('Tool: a', 1)]), ['a']],
    [
      'nanoseconds in digits',
      [span('Tool: b', '1700000000000000002'), span('Tool: a', '1600000000000000001')],
      ['a', 'b'],
    ],
    [
      'a chat',
      [
        { role: 'user', content: 'x' },
        { role: 'assistant', tool_calls: [{ function: { name: 'f' } }, { name: 'g' }] },
      ],
      ['f', 'g'],
    ],
    [
      'blocks',
      [
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'x' },
            { type: 'tool_use', name: 'f', input: { tool_calls: [{ name: 'no' }] } },
          ],
        },
      ],
      ['f'],
    ],
    ['a trace without calls', [span('LLM', 1)], []],
    ['null', null, null],
    ['a text', 'no trace', null],
    ['a number', 5, null],
    ['some object', { a: [1] }, null],
    ['an object with a name and a role', { name: 'Ada', role: 'engineer' }, null],
    ['a list of objects with names', [{ name: 'Ada' }], null],
    ['a span with a kind', { name: 'agent', kind: 'internal' }, []],
    ['a message alone', { role: 'assistant', content: 'x' }, []],
    ['an empty list', [], null],
  ]
  for (const [name, value, expected] of cases) it(name, () => assert.deepEqual(toolCalls(value), expected))

  it('accepts deep values and refuses huge ones', () => {
    let deep: Json = [span('Tool: a', 1)]
    for (let level = 0; level < 50_000; level++) deep = [deep]
    assert.deepEqual(toolCalls(deep), ['a'])
    assert.equal(toolCalls(Array.from({ length: 200_001 }, () => 0)), null)
  })
})
