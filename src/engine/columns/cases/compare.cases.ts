import type { ColumnCase } from './case.ts'

const two = { sources: ['a', 'b'] }
const text = { ...two, comparison_type: { type: 'STRING' } }
const json = { ...two, comparison_type: { type: 'JSON' } }
const number = { ...two, comparison_type: { type: 'NUMBER' } }
const numbers = (operator: string) => ({ ...two, comparison_type: { type: 'NUMBER', operator } })
const same = { comparison_result: true }

export const compareCases: readonly ColumnCase[] = [
  [
    'another text',
    text,
    ['cat', 'car'],
    { is: { comparison_result: false, diff: { at: 2, left: 't', right: 'r' } } },
  ],
  [
    'case matters',
    text,
    ['A', 'a'],
    { is: { comparison_result: false, diff: { at: 0, left: 'A', right: 'a' } } },
  ],
  ['null is empty text', text, [null, ''], { is: same }],
  ['two nulls', text, [null, null], { is: same }],
  [
    'null and text',
    text,
    [null, 'x'],
    { is: { comparison_result: false, diff: { at: 0, left: '', right: 'x' } } },
  ],
  [
    "true is JSON, not Python's True",
    text,
    [true, 'True'],
    { is: { comparison_result: false, diff: { at: 0, left: 't', right: 'T' } } },
  ],
  ['a list is compact JSON', text, [[1, 'é'], '[1,"é"]'], { is: same }],
  [
    'middle differs',
    text,
    ['abXcd', 'abYYcd'],
    { is: { comparison_result: false, diff: { at: 2, left: 'X', right: 'YY' } } },
  ],
  [
    'repeated text grows',
    text,
    ['aa', 'aaa'],
    { is: { comparison_result: false, diff: { at: 2, left: '', right: 'a' } } },
  ],
  ['null comparison type is STRING', { ...two, comparison_type: null }, ['a', 'a'], { is: same }],
  ['source1 and source2', { source1: 'a', source2: 'b' }, ['x', 'x'], { is: same }],
  ['a null target is empty text', { sources: ['a'], target: null }, [''], { is: same }],
  ['negated, equal', { ...text, negate: true }, ['a', 'a'], { is: { comparison_result: false } }],
  [
    'negated, different',
    { ...text, negate: true },
    ['a', 'b'],
    { is: { comparison_result: true, diff: { at: 0, left: 'a', right: 'b' } } },
  ],
  ['JSON with keys in another order', json, ['{"a":1,"b":2}', '{"b":2,"a":1}'], { is: same }],
  [
    'JSON with items in another order',
    json,
    ['[1,2]', '[2,1]'],
    {
      is: {
        comparison_result: false,
        diff: [
          { path: '$[0]', left: 1, right: 2 },
          { path: '$[1]', left: 2, right: 1 },
        ],
      },
    },
  ],
  [
    'true is not 1',
    json,
    ['true', '1'],
    { is: { comparison_result: false, diff: [{ path: '$', left: true, right: 1 }] } },
  ],
  [
    '"1" is not 1',
    json,
    ['"1"', '1'],
    { is: { comparison_result: false, diff: [{ path: '$', left: '1', right: 1 }] } },
  ],
  [
    'null is not a missing key',
    json,
    ['{"a":null}', '{}'],
    { is: { comparison_result: false, diff: [{ path: '$["a"]', left: null }] } },
  ],
  ['null is null', json, [null, 'null'], { is: same }],
  [
    'no JSON on the right',
    json,
    ['1', ''],
    { is: { comparison_result: false, diff: { reason: 'Column "b" is not JSON.' } } },
  ],
  [
    'no JSON does not pass when negated',
    { ...json, negate: true },
    ['nope', '1'],
    { is: { comparison_result: false, diff: { reason: 'Column "a" is not JSON.' } } },
  ],
  [
    'a trailing comma is no JSON',
    json,
    ['[1,]', '[1]'],
    { is: { comparison_result: false, diff: { reason: 'Column "a" is not JSON.' } } },
  ],
  [
    'a path on both sides',
    { ...two, comparison_type: { type: 'JSON', json_path: '$.a' } },
    ['{"a":1,"b":1}', '{"a":1,"b":2}'],
    { is: same },
  ],
  [
    'a path finds nothing on one side',
    { ...two, comparison_type: { type: 'JSON', json_path: '$.a' } },
    ['{"a":1}', '{}'],
    { is: { comparison_result: false, diff: { reason: 'The path finds nothing in Column "b".' } } },
  ],
  [
    'a path finds nothing anywhere',
    { ...two, comparison_type: { type: 'JSON', json_path: '$.z' } },
    ['{"a":1}', '{}'],
    { fails: 'no_match' },
  ],
  [
    'a path with several matches',
    { ...two, comparison_type: { type: 'JSON', json_path: '$[*].a' } },
    ['[{"a":1},{"a":2}]', '[{"a":1},{"a":2}]'],
    { is: same },
  ],
  [
    '__proto__ is a key like others',
    json,
    ['{"__proto__":1}', '{}'],
    { is: { comparison_result: false, diff: [{ path: '$["__proto__"]', left: 1 }] } },
  ],
  ['an exponent', number, ['1e3', 1000], { is: same }],
  ['greater, equal', numbers('GT'), [2, 2], { is: { comparison_result: false } }],
  ['at least, equal', numbers('GTE'), [2, '2'], { is: same }],
  ['less: the first source is the left side', numbers('LT'), [1, 2], { is: same }],
  ['at most', numbers('LTE'), [3, 2], { is: { comparison_result: false } }],
  ['null is no number', number, [null, 1], { fails: 'missing_value' }],
  ['hexadecimal is no number', number, ['0x10', 16], { fails: 'not_a_number' }],
]
