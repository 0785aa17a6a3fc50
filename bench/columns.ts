import { columnTypes, type Inputs } from '../src/engine/columns/index.ts'
import type { Json } from '../src/engine/json/json.ts'

/** Measures how many cells of each type one core computes in a second, in a loop without a sheet. */

const MILLISECONDS = 400

const sentence = 'The quick brown fox jumps over the lazy dog, and then it takes a nap in the sun.'
const record = '{"user": {"name": "Jo", "tags": ["a", "b"]}, "score": 0.5}'
const page = `<r>${'<item id="1"><name>Jo</name></item>'.repeat(10)}</r>`

const columns: readonly (readonly [
  keyof typeof columnTypes,
  string,
  Record<string, unknown>,
  readonly Json[],
])[] = [
  ['CONTAINS', '', { source: 'a', value: 'LAZY' }, [sentence]],
  ['COMPARE', 'texts, equal', { sources: ['a', 'b'] }, [sentence, sentence]],
  ['COMPARE', 'texts, other', { sources: ['a', 'b'] }, [sentence, `${sentence}!`]],
  ['COMPARE', 'numbers', { sources: ['a', 'b'], comparison_type: 'NUMBER' }, ['1.5', 1.5]],
  ['COMPARE', 'JSON', { sources: ['a', 'b'], comparison_type: 'JSON' }, [record, record]],
  ['COUNT', 'chars', { source: 'a', type: 'chars' }, [sentence]],
  ['COUNT', 'words', { source: 'a', type: 'words' }, [sentence]],
  ['PARSE_VALUE', 'number', { source: 'a', type: 'number' }, ['42.5']],
  ['PARSE_VALUE', 'boolean', { source: 'a', type: 'boolean' }, ['Yes']],
  ['PARSE_VALUE', 'object', { source: 'a', type: 'object' }, [record]],
  ['MATH_OPERATOR', '', { sources: ['a'], operator: 'ge', value: 0.5 }, [0.7]],
  ['ABSOLUTE_NUMERIC_DISTANCE', '', { sources: ['a', 'b'] }, [1, 2]],
  ['COALESCE', '', { sources: ['a', 'b'] }, [null, 'x']],
  ['COMBINE_COLUMNS', '', { sources: ['a', 'b'] }, ['x', 'y']],
  ['MIN_MAX', '', { source: 'a', type: 'max' }, [[1, 2, 3]]],
  ['REGEX', '', { source: 'a', regex_pattern: '\\w+@\\w+\\.\\w+' }, [sentence]],
  ['REGEX_EXTRACTION', '', { source: 'a', regex_pattern: '\\b[a-z]{5}\\b' }, [sentence]],
  ['JSON_PATH', 'a key', { source: 'a', json_path: '$.user.name' }, [record]],
  ['JSON_PATH', 'a filter', { source: 'a', json_path: '$.user.tags[?@ == "b"]' }, [record]],
  ['XML_PATH', '', { source: 'a', xml_path: '//name' }, [page]],
  ['ASSERT_VALID', 'sql', { source: 'a', type: 'sql' }, ['SELECT a, count(*) FROM t WHERE b > 1 GROUP BY a']],
]

for (const [name, variant, input, values] of columns) {
  const type = columnTypes[name]
  const config = type.config(input)
  const evaluator = type.evaluator(config)
  const rows = Array.from({ length: 100 }, (_, index): Inputs => {
    const spaced = values.map((value) => (typeof value === 'string' ? value + ' '.repeat(index % 10) : value))
    return { values: spaced, titles: ['a', 'b'], row: () => ({}) }
  })
  let cells = 0
  let valueCount = 0
  const end = performance.now() + MILLISECONDS
  while (performance.now() < end) {
    for (const inputs of rows) if (evaluator.prepare(inputs).kind === 'value') valueCount++
    cells += rows.length
  }
  if (valueCount !== cells) throw new Error(`${name} has cells without values`)
  const perSecond = Math.round((cells / MILLISECONDS) * 1_000)
  console.log(`${`${name} ${variant}`.padEnd(32)} ${perSecond.toLocaleString('en-US').padStart(12)} cells/s`)
}
