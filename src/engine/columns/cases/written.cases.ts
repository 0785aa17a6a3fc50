import type { Json } from '../../json/json.ts'
import type { ColumnCase, Reading } from './case.ts'

const chars = (count: number): Reading => ['COUNT', { source: 't' }, { is: count }]
const number = { sources: ['t'], operator: 'ge', value: 0 }
const noNumber: Reading = ['MATH_OPERATOR', number, { fails: 'not_a_number' }]
const noNumeral: Reading = ['PARSE_VALUE', { source: 't', type: 'number' }, { fails: 'not_castable' }]
const equals = (target: unknown, type = 'STRING'): Reading => [
  'COMPARE',
  { sources: ['t'], target, comparison_type: { type } },
  { is: { comparison_result: true } },
]
const within = { source: 't', min_count: 0, max_count: 3 }

export const textCases: readonly ColumnCase[] = [
  ['an empty config', {}, [], { is: null }],
  ['unknown fields', { width: 200 }, [], { is: null }],
  ['text', null, [], { writes: { value: 'one two' }, keeps: 'one two', read: chars(7) }],
  ['text around blanks', null, [], { writes: { value: ' a\r\n' }, keeps: ' a\r\n', read: equals(' a\r\n') }],
  ['text as it is shown', null, [], { writes: { display_value: 'd' }, keeps: 'd' }],
  ['an empty body writes nothing', null, [], { writes: {} }],
  [
    'more digits than a double holds',
    null,
    [],
    {
      writes: { value: '12345678901234567890' },
      keeps: '12345678901234567890',
      read: [
        'COMPARE',
        { sources: ['t'], target: '12345678901234567891', comparison_type: 'NUMBER' },
        { is: { comparison_result: false } },
      ],
    },
  ],
  ['a number beyond doubles', null, [], { writes: { value: '1e400' }, keeps: '1e400', read: noNumber }],
  ['NaN', null, [], { writes: { value: 'NaN' }, keeps: 'NaN', read: noNumber }],
  ['Infinity', null, [], { writes: { value: 'Infinity' }, keeps: 'Infinity', read: noNumber }],
  ['Arabic digits', null, [], { writes: { value: '١٢' }, keeps: '١٢', read: noNumeral }],
  ['full-width digits', null, [], { writes: { value: '１２' }, keeps: '１２', read: noNumeral }],
  ['a date', null, [], { writes: { value: '2026-11-21' }, keeps: '2026-11-21', read: noNumber }],
  [
    'yes parses as true',
    null,
    [],
    {
      writes: { value: ' YES ' },
      keeps: ' YES ',
      read: ['PARSE_VALUE', { source: 't', type: 'boolean' }, { is: true }],
    },
  ],
  ['null', null, [], { writes: { value: null }, keeps: null, read: chars(0) }],
  [
    'null passes no bounds',
    null,
    [],
    { writes: { value: null }, keeps: null, read: ['COUNT', within, { is: false, evidence: { count: 0 } }] },
  ],
  [
    'empty text passes bounds from 0',
    null,
    [],
    { writes: { value: '' }, keeps: '', read: ['COUNT', within, { is: true, evidence: { count: 0 } }] },
  ],
  ['null as it is shown', null, [], { writes: { display_value: null }, keeps: null }],
  [
    'an object',
    null,
    [],
    {
      writes: { value: { b: 1, a: [true, null] } },
      keeps: { b: 1, a: [true, null] },
      read: ['JSON_PATH', { source: 't', json_path: '$.a[0]' }, { is: true }],
    },
  ],
  [
    'an object as text keeps the order of its keys',
    null,
    [],
    { writes: { value: { b: 1, a: 'é' } }, keeps: { b: 1, a: 'é' }, read: equals('{"b":1,"a":"é"}') },
  ],
  [
    'a list',
    null,
    [],
    {
      writes: { value: [3, '10'] },
      keeps: [3, '10'],
      read: ['MIN_MAX', { source: 't', type: 'max' }, { is: 10 }],
    },
  ],
  ['the envelope of a cell', null, [], { writes: { value: { value: 'in' } }, keeps: 'in' }],
  ['an empty envelope', null, [], { writes: { value: { value: null } }, keeps: null }],
  [
    'an object that has a value among others',
    null,
    [],
    { writes: { value: { value: 1, unit: 'm' } }, keeps: { value: 1, unit: 'm' } },
  ],
  ['a list of envelopes is kept', null, [], { writes: { value: [{ value: 1 }] }, keeps: [{ value: 1 }] }],
  [
    'NUL',
    null,
    [],
    {
      writes: { value: 'a\u0000b' },
      keeps: 'a\u0000b',
      read: ['REGEX', { source: 't', regex_pattern: '^a\\x00b$' }, { is: true }],
    },
  ],
  ['an unpaired surrogate', null, [], { writes: { value: 'a\ud800' }, keeps: 'a\ud800', read: chars(2) }],
  [
    'an unpaired surrogate in a list',
    null,
    [],
    {
      writes: { value: ['\udc00'] },
      keeps: ['\udc00'],
      read: ['JSON_PATH', { source: 't', json_path: '$[0]' }, { is: '\udc00' }],
    },
  ],
  [
    'an emoji of five code points',
    null,
    [],
    { writes: { value: '👩‍👩‍👧' }, keeps: '👩‍👩‍👧', read: chars(5) },
  ],
  [
    'from right to left',
    null,
    [],
    {
      writes: { value: 'שלום עולם' },
      keeps: 'שלום עולם',
      read: ['CONTAINS', { source: 't', value: 'עולם' }, { is: true }],
    },
  ],
  [
    'a million characters',
    null,
    [],
    { writes: { value: 'x'.repeat(1_000_000) }, keeps: 'x'.repeat(1_000_000), read: chars(1_000_000) },
  ],
]

const spans: Json = [
  { name: 'Tool: open', start_time: '2026-11-21T10:00:02Z' },
  { name: 'Tool: find', start_time: '2026-11-21T10:00:01Z' },
  { name: 'answer', start_time: '2026-11-21T10:00:03Z', latency_ms: 12 },
]
const trace: Json = { trace_id: 't1', price: 0.25, spans }
const trajectory = (tools: readonly string[], expected: readonly string[]): Reading => [
  'TRAJECTORY',
  { trace_source: 't', accepted_scenarios: [expected] },
  { is: JSON.stringify(tools) === JSON.stringify(expected), evidence: { tools } },
]
const noTrace: Reading = [
  'TRAJECTORY',
  { trace_source: 't', accepted_scenarios: [[]] },
  { fails: 'not_json' },
]

export const traceCases: readonly ColumnCase[] = [
  ['an empty config', {}, [], { is: null }],
  ['unknown fields', { anchor: true }, [], { is: null }],
  [
    'tools are ordered by start, not by position',
    null,
    [],
    { writes: { value: trace }, keeps: trace, read: trajectory(['find', 'open'], ['open', 'find']) },
  ],
  [
    'as text',
    null,
    [],
    {
      writes: { display_value: JSON.stringify(trace) },
      keeps: JSON.stringify(trace),
      read: trajectory(['find', 'open'], ['find', 'open']),
    },
  ],
  [
    'the price of the trace',
    null,
    [],
    {
      writes: { value: trace },
      keeps: trace,
      read: ['JSON_PATH', { source: 't', json_path: '$.price' }, { is: 0.25 }],
    },
  ],
  [
    'the slowest of its spans',
    null,
    [],
    {
      writes: { value: trace },
      keeps: trace,
      read: ['MIN_MAX', { source: 't', type: 'max', json_path: '$.spans[*].latency_ms' }, { is: 12 }],
    },
  ],
  [
    'the length of its JSON',
    null,
    [],
    { writes: { value: { trace_id: 'é' } }, keeps: { trace_id: 'é' }, read: chars(16) },
  ],
  [
    'no tool called',
    null,
    [],
    {
      writes: { value: { name: 'run', spans: [{ name: 'answer' }] } },
      keeps: { name: 'run', spans: [{ name: 'answer' }] },
      read: trajectory([], []),
    },
  ],
  [
    'tools of spans in spans',
    null,
    [],
    {
      writes: { value: { name: 'run', children: [{ name: 'step', spans: [{ name: 'Tool: deep' }] }] } },
      keeps: { name: 'run', children: [{ name: 'step', spans: [{ name: 'Tool: deep' }] }] },
      read: trajectory(['deep'], ['deep']),
    },
  ],
  [
    'the input of a span holds no spans',
    null,
    [],
    {
      writes: { value: { name: 'run', input: { spans: [{ name: 'Tool: said' }] } } },
      keeps: { name: 'run', input: { spans: [{ name: 'Tool: said' }] } },
      read: trajectory([], []),
    },
  ],
  ['nothing imported', null, [], { writes: { value: null }, keeps: null, read: noTrace }],
  [
    'no spans',
    null,
    [],
    { writes: { value: { trace_id: 't1', spans: [] } }, keeps: { trace_id: 't1', spans: [] }, read: noTrace },
  ],
  [
    'NUL and an unpaired surrogate in a name',
    null,
    [],
    {
      writes: { value: [{ name: 'Tool: a\u0000\ud800' }] },
      keeps: [{ name: 'Tool: a\u0000\ud800' }],
      read: trajectory(['a\u0000\ud800'], ['a\u0000\ud800']),
    },
  ],
  [
    'more spans than the limit',
    null,
    [],
    {
      writes: { value: Array.from({ length: 200_001 }, () => ({ name: 'x' })) },
      keeps: Array.from({ length: 200_001 }, () => ({ name: 'x' })),
      read: noTrace,
    },
  ],
]
