import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../refusal.ts'
import { type ColumnTypeName, columnTypes, readSentConfig } from './index.ts'

const schema = (json_schema: unknown) => ({ source: 'a', type: 'json_schema', json_schema })

/** Messages name the fields as the caller spelled them. */
for (const [type, sent, message] of [
  ['COMPARE', { source1: 7, source2: 'b' }, 'config.source1: must be the title of a column.'],
  ['COMPARE', { source1: 'a', source2: '' }, 'config.source2: must not be blank.'],
  ['MATH_OPERATOR', { source: 7, operator: 'lt', value: 1 }, 'config.source: must be the title of a column.'],
  ['REGEX', { source: 'a', pattern: 7 }, 'config.pattern: must be a pattern.'],
  ['REGEX', { source: 7, pattern: 'a' }, 'config.source: must be the title of a column.'],
  [
    'MCP',
    { mcp_server_id: 1, function_name: '', input_mappings: {} },
    'config.function_name: must not be blank.',
  ],
  [
    'WORKFLOW',
    { workflow_id: 1, input_variables: { q: 7 } },
    'config.input_variables.q: must be the title of a column.',
  ],
  ['COUNT', { source: 'a', count_type: 'x' }, 'config.count_type: must be one of'],
  ['COMPOSITION', { sources: ['a', 'b'] }, 'config.sources: needs exactly 1 column.'],
  ['COMPOSITION', { sources: [7] }, 'config.sources.0: must be the title of a column.'],
  ['COMPOSITION', {}, 'config.source: is required.'],
  ['JSON_PATH', { source: 'a', path: '$', return_all: 'yes' }, 'config.return_all: must be true or false.'],
  ['XML_PATH', { source: 'a', xpath: 'a', return_all: 1 }, 'config.return_all: must be true or false.'],
  [
    'ASSERT_VALID',
    schema({ required: 'a' }),
    'config.json_schema: The schema: required must be a list of texts.',
  ],
  [
    'ASSERT_VALID',
    schema('{"type":"text"}'),
    'config.json_schema: The schema: type must be a type, or a list of types.',
  ],
  [
    'ASSERT_VALID',
    schema({ properties: { a: { minLength: '3' } } }),
    'config.json_schema: The schema at /properties/a: minLength must be a whole number of at least 0.',
  ],
] as const satisfies [ColumnTypeName, Record<string, unknown>, string][])
  test(`${type} ${JSON.stringify(sent)}`, () =>
    assert.throws(
      () => readSentConfig(type, sent),
      (error) => error instanceof Refusal && error.message.startsWith(message),
    ))

test('a schema with all keywords is accepted', () => {
  const whole = {
    $defs: { a: { type: ['null', 'string'], minLength: 1, maxLength: 2, pattern: 'a' } },
    title: 7,
    ...{
      type: 'object',
      properties: { required: { $ref: '#/$defs/a' }, n: { multipleOf: 0.5, minimum: 0 } },
    },
    ...{
      required: ['n'],
      dependentRequired: { n: ['required'] },
      minProperties: 1,
      additionalProperties: false,
    },
    anyOf: [true, { enum: [1], uniqueItems: true, items: [{}], minContains: 0 }],
    const: 'x',
  }
  assert.deepEqual(readSentConfig('ASSERT_VALID', schema(whole)), schema(whole))
})

test('stored configs are read without checks', () => {
  const path = { source: 'a', json_path: '$', return_first_match: true, return_all: 'yes' }
  assert.deepEqual(columnTypes.JSON_PATH.config(path), path)
  assert.ok(columnTypes.ASSERT_VALID.config(schema({ required: 'a' })))
})
