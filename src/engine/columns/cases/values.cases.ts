import type { ColumnCase } from './case.ts'

const some = { sources: ['a', 'b', 'c'] }

export const coalesceCases: readonly ColumnCase[] = [
  ['the first', some, ['x', 'y', 'z'], { is: 'x' }],
  ['nulls alone', some, [null, null, null], { is: null }],
  ['empty text is a value', some, ['', 'y', 'z'], { is: '' }],
  ['zero is a value', some, [null, 0, 1], { is: 0 }],
  ['false is a value', some, [null, false, true], { is: false }],
  ['an empty list is a value', some, [null, [], 1], { is: [] }],
  ['the type is kept', some, [null, { a: [1] }, 'z'], { is: { a: [1] } }],
  ['empty text skipped', { ...some, skip_empty: true }, ['', null, 'z'], { is: 'z' }],
  ['zero is not empty', { ...some, skip_empty: true }, ['', 0, 'z'], { is: 0 }],
  ['one source', { sources: ['a'] }, [], { refuses: 'config.sources: needs at least 2 columns.' }],
  ['no sources', {}, [], { refuses: 'config.sources: is required.' }],
  [
    'a source that is no name',
    { sources: ['a', 1] },
    [],
    { refuses: 'config.sources.1: must be the title of a column.' },
  ],
]

export const combineColumnsCases: readonly ColumnCase[] = [
  ['nulls are kept', { sources: ['a', 'b'] }, [null, 1], { is: { a: null, b: 1 } }],
  ['a separator', { sources: ['a', 'b'], separator: ' - ' }, ['x', 2], { is: 'x - 2' }],
  ['a separator and null', { sources: ['a', 'b'], separator: ',' }, ['x', null], { is: 'x,' }],
  ['a format', { sources: ['a', 'b'], format: '{b}: {a}!' }, ['x', 'y'], { is: 'y: x!' }],
  ['a format by position', { sources: ['a', 'b'], format: '{1}{0}{1}' }, ['x', 'y'], { is: 'yxy' }],
  ['other braces', { sources: ['a'], format: '{"k": "{a}"}' }, ['x'], { is: '{"k": "x"}' }],
  ['an object in a format', { sources: ['a'], format: '={a}' }, [{ k: 1 }], { is: '={"k":1}' }],
  [
    'a value with braces is not filled again',
    { sources: ['a', 'b'], format: '{a}' },
    ['{b}', 'no'],
    { is: '{b}' },
  ],
  [
    'a format whose result is too long',
    { sources: ['a'], format: '{a}'.repeat(300) },
    ['x'.repeat(100_000)],
    { fails: 'too_large' },
  ],
  [
    'a separator that makes the result too long',
    { sources: ['a', 'b'], separator: 'x'.repeat(100_000) },
    ['x'.repeat(15_000_000), 'x'.repeat(5_000_000)],
    { fails: 'too_large' },
  ],
  ['a column twice', { sources: ['a', 'a'] }, [], { refuses: 'config.sources: names a column twice.' }],
  ['no columns', { sources: [] }, [], { refuses: 'config.sources: needs at least 1 column.' }],
]

export const compositionCases: readonly ColumnCase[] = [
  ['text', { source: 'T.S.C' }, ['x'], { is: 'x' }],
  ['null', { source: 'a' }, [null], { is: null }],
  ['false', { source: 'a' }, [false], { is: false }],
  ['an object', { source: 'a' }, [{ a: [1] }], { is: { a: [1] } }],
  ['a list', { source: 'a' }, [[null]], { is: [null] }],
  ['empty text', { source: 'a' }, [''], { is: '' }],
  ['a list of one source', { sources: ['a'] }, ['x'], { is: 'x' }],
  ['ids', { table_id: 't', sheet_id: 's', column_id: 'c' }, ['x'], { is: 'x' }],
  ['the id of a column of this sheet', { column_id: 'c' }, ['x'], { is: 'x' }],
  ['no source', {}, [], { refuses: 'config.source: is required.' }],
  ['a blank source', { source: '' }, [], { refuses: 'config.source: must not be blank.' }],
  [
    'a source that is no name',
    { source: 5 },
    [],
    { refuses: 'config.source: must be the title of a column.' },
  ],
]

const least = { source: 'a', type: 'min' }
const most = { source: 'a', type: 'max' }

export const minMaxCases: readonly ColumnCase[] = [
  ['the least', least, [[3, 1, 2]], { is: 1 }],
  ['nulls are ignored', least, [[null, 5]], { is: 5 }],
  ['an empty list', least, [[]], { is: null }],
  ['null', least, [null], { is: null }],
  ['empty text', least, [''], { is: null }],
  ['the values of an object', most, [{ x: 1, y: 4 }], { is: 4 }],
  ['a path', { ...most, json_path: '$[*].p' }, [[{ p: 1 }, { p: 8 }]], { is: 8 }],
  ['a path to a list', { ...least, json_path: '$.l' }, ['{"l":[5,4]}'], { is: 4 }],
  ['a path to nothing', { ...least, json_path: '$.z' }, ['{"l":[5,4]}'], { is: null }],
  ['a boolean', least, [[true]], { fails: 'not_a_number' }],
  ['text that is no JSON', least, ['many'], { fails: 'not_json' }],
  ['across columns', { sources: ['a', 'b', 'c'], operation: 'max' }, [1, '5', null], { is: 5 }],
  ['no source', { type: 'min' }, [], { refuses: 'config.source: is required unless sources is given.' }],
  [
    'an unknown type',
    { source: 'a', type: 'mean' },
    [],
    { refuses: 'config.type: must be one of min, max.' },
  ],
  ['an invalid path', { ...least, json_path: '$.[' }, [], { refuses: 'config.json_path: is not a JSONPath' }],
]

export const variableCases: readonly ColumnCase[] = [
  ['text', { value: { type: 'string', value: 'x' } }, [], { is: 'x' }],
  ['JSON as text', { value: { type: 'json', value: '{"a": [1]}' } }, [], { is: { a: [1] } }],
  ['a number as JSON', { value: { type: 'json', value: 5 } }, [], { is: 5 }],
  ['null as JSON', { value: { type: 'json', value: null } }, [], { is: null }],
  ['plain text', { value: 'x' }, [], { is: 'x' }],
  ['a plain number', { value: 5 }, [], { is: 5 }],
  ['a plain list', { value: [1] }, [], { is: [1] }],
  ['plain text that is JSON', { value: '[1]', value_type: 'json' }, [], { is: [1] }],
  ['empty text', { value: '' }, [], { is: '' }],
  [
    'invalid JSON',
    { value: { type: 'json', value: '{' } },
    [],
    { refuses: 'config.value.value: is not JSON.' },
  ],
  [
    'an unknown type',
    { value: { type: 'date', value: 'x' } },
    [],
    { refuses: 'config.value.type: must be one of string, json.' },
  ],
  ['no value', {}, [], { refuses: 'config.value' }],
]

const slider = { data_type: 'number', ui_element: { type: 'slider', min: 1, max: 5, step: 0.5 } }
const words = { data_type: 'string', ui_element: { type: 'text' } }
const select = { data_type: 'string', ui_element: { type: 'select', options: ['good', 'bad'] } }
const asks = { kind: 'human' }

export const humanCases: readonly ColumnCase[] = [
  ['the maximum', slider, [], { asks, answer: 5, gives: { is: 5 } }],
  ['below the minimum', slider, [], { asks, answer: 0.5, gives: { fails: 'answer_not_allowed' } }],
  ['between steps', slider, [], { asks, answer: 3.3, gives: { fails: 'answer_not_allowed' } }],
  ['text for a number', slider, [], { asks, answer: '3', gives: { fails: 'answer_not_allowed' } }],
  ['words', words, [], { asks, answer: 'fine', gives: { is: 'fine' } }],
  ['null is no answer', words, [], { asks, answer: null, gives: { fails: 'answer_not_allowed' } }],
  ['an option', select, [], { asks, answer: 'bad', gives: { is: 'bad' } }],
  ['an unknown option', select, [], { asks, answer: 'ugly', gives: { fails: 'answer_not_allowed' } }],
  [
    'the older spelling',
    { input_type: 'numeric', min: 0, max: 1 },
    [],
    { asks, answer: 2, gives: { fails: 'answer_not_allowed' } },
  ],
  [
    'steps of a tenth',
    { data_type: 'number', ui_element: { type: 'slider', min: 0, max: 1, step: 0.1 } },
    [],
    { asks, answer: 0.3, gives: { is: 0.3 } },
  ],
  [
    'an unknown element',
    { data_type: 'string', ui_element: { type: 'wheel' } },
    [],
    { refuses: 'config.ui_element.type: must be one of slider, number, rating, text, select.' },
  ],
  [
    'bounds in the wrong order',
    { data_type: 'number', ui_element: { type: 'slider', min: 2, max: 1 } },
    [],
    { refuses: 'config.ui_element.min: must not be above max.' },
  ],
  [
    'no options',
    { data_type: 'string', ui_element: { type: 'select' } },
    [],
    { refuses: 'config.ui_element.options: is required.' },
  ],
]

const span = (name: string, start_time: number) => ({ name, start_time })
const strict = (...scenarios: string[][]) => ({ trace_source: 't', accepted_scenarios: scenarios })
const trace = { spans: [span('Tool: find', 2), span('Tool: open', 1), span('LLM', 0)] }

export const trajectoryCases: readonly ColumnCase[] = [
  [
    'one of several scenarios',
    strict(['x'], ['open', 'find']),
    [trace],
    { is: true, evidence: { tools: ['open', 'find'] } },
  ],
  [
    'a tool too many, not strict',
    { ...strict(['open']), mode: 'non_strict' },
    [trace],
    { is: true, evidence: { tools: ['open', 'find'] } },
  ],
  [
    'not strict keeps the order',
    { ...strict(['find', 'open']), mode: 'non_strict' },
    [trace],
    { is: false, evidence: { tools: ['open', 'find'] } },
  ],
  [
    'no tools expected, none called',
    strict([]),
    [{ spans: [span('LLM', 0)] }],
    { is: true, evidence: { tools: [] } },
  ],
  [
    'no tools expected, not strict',
    { ...strict([]), mode: 'non_strict' },
    [trace],
    { is: false, evidence: { tools: ['open', 'find'] } },
  ],
  [
    'spans inside spans',
    strict(['a', 'b']),
    [[{ name: 'Eval: x', children: [span('Tool: b', 2), span('Tool: a', 1)] }]],
    { is: true, evidence: { tools: ['a', 'b'] } },
  ],
  [
    'expected in a column',
    { trace_source: 't', expected_source: 'e' },
    [trace, '["open","find"]'],
    { is: true, evidence: { tools: ['open', 'find'] } },
  ],
  [
    'expected as required tools',
    { trace_source: 't', expected_source: 'e' },
    [trace, { accepted_scenarios: [{ required_tools: ['open', 'find'] }] }],
    { is: true, evidence: { tools: ['open', 'find'] } },
  ],
  [
    'null as expected tools',
    { trace_source: 't', expected_source: 'e' },
    [trace, null],
    { fails: 'not_a_list' },
  ],
  ['no trace', strict(['a']), [null], { fails: 'not_json' }],
  [
    'neither scenarios nor an expected source',
    { trace_source: 't' },
    [],
    { refuses: 'config.accepted_scenarios: is required unless expected_source is given.' },
  ],
  [
    'an unknown mode',
    { ...strict(['a']), mode: 'loose' },
    [],
    { refuses: 'config.mode: must be one of strict, non_strict, unordered, subset, superset.' },
  ],
  [
    'unordered',
    { ...strict(['find', 'open']), mode: 'unordered' },
    [trace],
    { is: true, evidence: { tools: ['open', 'find'] } },
  ],
  [
    'unordered, one tool too many',
    { ...strict(['find']), mode: 'unordered' },
    [trace],
    { is: false, evidence: { tools: ['open', 'find'] } },
  ],
  [
    'a subset of the expected tools',
    { ...strict(['find', 'open', 'close']), mode: 'subset' },
    [trace],
    { is: true, evidence: { tools: ['open', 'find'] } },
  ],
  [
    'a superset of the expected tools',
    { ...strict(['find']), mode: 'superset' },
    [trace],
    { is: true, evidence: { tools: ['open', 'find'] } },
  ],
  [
    'the tools that a chat called',
    strict(['a']),
    [[{ role: 'assistant', tool_calls: [{ function: { name: 'a' } }] }]],
    { is: true, evidence: { tools: ['a'] } },
  ],
]
