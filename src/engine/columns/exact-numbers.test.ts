import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../json/json.ts'
import { parseExact } from '../json/parse-exact.ts'
import { type Answer, columnTypes, type Inputs, loadXml, type Step } from './index.ts'
import type { ColumnTypeName } from './names.ts'

const id = '9007199254740993'
const long = '0.1000000000000000055511151231257827'
/** Inputs of the columns: a JSON text and parsed JSON, with a number that doubles round to 9007199254740992. */
const [text, value] = [`{"id":${id},"d":${long}}`, exact(`{"id":${id},"d":${long}}`)]
const number = exact(id)
const judge = { source: 'a', prompt: 'Is it?', query: 'q' }
const two = { sources: ['a', 'b'] }
const loop = { loop_type: 'prompt', prompt_config: { template: { name: 'p' } } }
const json = { ...two, comparison_type: { type: 'JSON' } }
const numeric = (tolerance?: object) => ({
  ...two,
  comparison_type: { type: 'NUMBER', ...(tolerance && { tolerance }) },
})
const schema = (json_schema: string) => ({ source: 'a', type: 'json_schema', json_schema })
const same = '{"comparison_result":true}'
const math = (operator: string) => ({ ...two, operator })
const when = (operator: string) => ({
  conditionals: [{ left_config: { source: 'a' }, operator, right_config: { source: 'b' } }],
})

type Case = readonly [
  config: Readonly<Record<string, unknown>> | null,
  values: readonly Json[],
  /** JSON of the value, or a part of that JSON after '…', or a part of the need's JSON after '?'. */
  expected: string,
  answer?: Json,
]

const cases: Readonly<Record<ColumnTypeName, readonly Case[]>> = {
  TEXT: [[null, [], 'null']],
  TRACE: [[null, [], 'null']],
  ABSOLUTE_NUMERIC_DISTANCE: [
    [two, [number, '9007199254740992'], '1'],
    [two, [exact(long), 0.1], '0.0000000000000000055511151231257827'],
    [two, ['9007199254740993', '-0.5'], '9007199254740993.5'],
  ],
  AI_DATA_EXTRACTION: [[judge, [value], `?${text.replaceAll('"', '\\"')}`]],
  APPLY_DIFF: [[{ content_source: 'a', diff_source: 'b' }, [number, ''], `"${id}"`]],
  ASSERT_VALID: [
    [{ source: 'a', type: 'number' }, [number], 'true'],
    [{ source: 'a', type: 'object' }, [number], 'false'],
    [schema(`{"properties":{"id":{"const":${id}}}}`), [text], 'true'],
    [schema(`{"properties":{"id":{"const":9007199254740992}}}`), [text], 'false'],
    [schema(`{"properties":{"id":{"enum":[9007199254740992]}}}`), [value], 'false'],
    [schema('{"type":"integer","maximum":9007199254740992}'), [id], 'false'],
    [schema(`{"type":"integer","exclusiveMinimum":9007199254740992,"maximum":${id}}`), [number], 'true'],
    [schema('{"type":"integer"}'), [long], 'false'],
    [schema('{"type":"number","minimum":0.1}'), [long], 'true'],
    [schema('{"type":"object"}'), [number], 'false'],
    [schema('{"multipleOf":2}'), [id], 'false'],
    [schema('{"multipleOf":3}'), ['9007199254740993'], 'true'],
    [schema('{"uniqueItems":true}'), [`[${id},9007199254740992]`], 'true'],
    [schema('{"uniqueItems":true}'), [`[100000000000000000000,1e20]`], 'false'],
  ],
  COALESCE: [[two, [null, value], text]],
  CONDITION: [
    [when('='), [number, '9007199254740992'], 'false'],
    [when('>'), [number, 9007199254740992], 'true'],
    [when('in'), [number, '[9007199254740992]'], 'false'],
    [when('in'), [number, `[${id}]`], 'true'],
    [when('='), [value, `{"d":${long},"id":${id}}`], 'false'],
  ],
  CODE_EXECUTION: [
    [{ code: 'return data["a"]' }, [value], `?"data":{"a":${text}}`],
    [{ code: 'return data["a"]' }, [value], text, value],
  ],
  COMBINE_COLUMNS: [
    [two, [value, number], `{"a":${text},"b":${id}}`],
    [{ ...two, format: '{a}' }, [number, null], `"${id}"`],
  ],
  COMPARE: [
    [json, [text, text.replace(id, '9007199254740992')], '…"comparison_result":false'],
    [json, [text, value], same],
    [json, ['[1.0,1e2]', '[1,100]'], same],
    [json, [`[${id}]`, `[${id}.0]`], same],
    [json, [long, '0.1'], '…"comparison_result":false'],
    [
      { ...json, comparison_type: { type: 'JSON', json_path: '$.id' } },
      [text, '{"id":9007199254740992}'],
      '…false',
    ],
    [
      { ...json, comparison_type: { type: 'JSON', mode: 'score' } },
      [number, 9007199254740992],
      '0.9999999999999999',
    ],
    [numeric(), [number, '9007199254740992'], '{"comparison_result":false}'],
    [numeric({ absolute: 0.5 }), [number, '9007199254740992'], '{"comparison_result":false}'],
    [numeric({ absolute: 1 }), [number, '9007199254740992'], same],
    [{ ...two, comparison_type: { type: 'STRING' } }, [number, id], same],
    [{ sources: ['a'], target: text, comparison_type: { type: 'JSON' } }, [value], same],
  ],
  COMPOSITION: [],
  CONTAINS: [[{ source: 'a', value: id }, [value], 'true']],
  CONVERSATION_SIMULATOR: [
    [
      { template: { name: 'agent' }, user_persona: 'p', prompt_template_variable_mappings: { v: 'a' } },
      [value],
      `?"v":${text}`,
    ],
  ],
  COSINE_SIMILARITY: [[two, [value, 'x'], `?${text.replaceAll('"', '\\"')}`]],
  COUNT: [[{ source: 'a', type: 'chars' }, [number], '16']],
  ENDPOINT: [
    [{ url: 'https://example.com/', payload: 'wrapped' }, [], '?"body":'],
    [{ url: 'https://example.com/' }, [], text, { status: 200, body: text }],
  ],
  FOR_LOOP: [
    [
      { ...loop, iterator_source: 'l', variable_mappings: { item: '_iterator_item' } },
      [`[${text}]`],
      `?"item":${text}`,
    ],
  ],
  HUMAN: [],
  JSON_PATH: [
    [{ source: 'a', json_path: '$.id' }, [text], id],
    [{ source: 'a', json_path: '$..d' }, [value], long],
    [
      { source: 'a', json_path: `$[?@.id == ${id}].n` },
      [`[{"id":9007199254740992,"n":1},{"id":${id},"n":2}]`],
      '2',
    ],
    [
      { source: 'a', json_path: `$[?@.id < ${id}].n` },
      [`[{"id":${id},"n":2},{"id":9007199254740992,"n":1}]`],
      '1',
    ],
    [{ source: 'a', json_path: '$[?@.id == 5].n' }, ['[{"id":5.0,"n":1}]'], '1'],
  ],
  LLM_ASSERTION: [[judge, [value], `?${text.replaceAll('"', '\\"')}`]],
  MATH_OPERATOR: [
    [math('eq'), [number, '9007199254740992'], 'false'],
    [math('gt'), [number, 9007199254740992], 'true'],
    [{ sources: ['a'], operator: 'gt', value: 9007199254740992 }, [number], 'true'],
    [math('+'), [number, 1], '9007199254740994'],
    [math('+'), [9007199254740991, 2], id],
    [math('-'), [number, '9007199254740992'], '1'],
    [math('*'), [3037000500, 3037000500], '9223372037000250000'],
    [math('*'), [exact(long), 2], '0.2000000000000000111022302462515654'],
    [math('%'), [number, 10], '3'],
    [math('%'), ['-9007199254740993', 10], '7'],
    [math('**'), [3, 40], '12157665459056928801'],
    [math('+'), [0.1, 0.2], '0.30000000000000004'],
    [math('/'), [number, 1], '9007199254740992'],
  ],
  MCP: [
    [{ mcp_server_id: 3, tool_name: 'find', input_mappings: { q: 'a' } }, [value], `?"q":${text}`],
    [
      { mcp_server_id: 3, tool_name: 'find', input_mappings: { q: 'a' } },
      [value],
      text,
      { content: [{ type: 'text', text }] },
    ],
  ],
  MIN_MAX: [
    [{ source: 'a', type: 'max' }, [`[9007199254740992,${id},1]`], id],
    [{ source: 'a', type: 'min' }, [`[${id},9007199254740992]`], '9007199254740992'],
    [{ ...two, type: 'max' }, [number, '9007199254740992'], id],
    [{ source: 'a', json_path: '$.id', type: 'max' }, [text], id],
  ],
  PARSE_VALUE: [
    [{ source: 'a', type: 'number' }, [` +00${id} `], id],
    [{ source: 'a', type: 'number' }, ['.10000000000000000001'], '0.10000000000000000001'],
    [{ source: 'a', type: 'object' }, [text], text],
    [{ source: 'a', type: 'string' }, [value], JSON.stringify(text)],
    [{ source: 'a', type: 'string' }, [number], `"${id}"`],
  ],
  PROMPT_TEMPLATE: [
    [{ template: { name: 'p' }, prompt_template_variable_mappings: { v: 'a' } }, [value], `?"v":${text}`],
  ],
  REGEX: [[{ source: 'a', regex_pattern: `^${id}$` }, [number], 'true']],
  REGEX_EXTRACTION: [[{ source: 'a', regex_pattern: '\\d+' }, [number], `…"${id}"`]],
  TRAJECTORY: [],
  VARIABLE: [
    [{ value: { type: 'json', value: text } }, [], text],
    [{ value: { type: 'json', value } }, [], text],
  ],
  WHILE_LOOP: [[{ ...loop, variable_mappings: { v: 'a' } }, [value], `?"v":${text}`]],
  WORKFLOW: [[{ workflow_id: 4, input_mappings: { v: 'a' } }, [value], `?"v":${text}`]],
  XML_PATH: [[{ source: 'a', xml_path: 'i' }, [`<r><i>${id}</i></r>`], `"${id}"`]],
}

await loadXml()
for (const [name, table] of Object.entries(cases))
  for (const [config, values, expected, answer] of table)
    test(`${name} ${JSON.stringify(config)} of ${JSON.stringify(values)}`, () =>
      computes(columnTypes[name as ColumnTypeName], config, values, expected, answer))

function computes(
  type: (typeof columnTypes)['TEXT'],
  sent: Case[0],
  values: readonly Json[],
  expected: string,
  answer?: Json,
): void {
  const config = type.config(sent)
  const references = type.dependsOn(config)
  assert.equal(values.length, references.length)
  const inputs: Inputs = { values, titles: references.map(({ target }) => target), row: () => ({ a: value }) }
  const evaluator = type.evaluator(config)
  let step: Step = evaluator.prepare(inputs)
  if (answer !== undefined && step.kind === 'need')
    step = evaluator.complete!(inputs, step.state, { ok: true, value: answer } satisfies Answer)
  if (expected.startsWith('?')) {
    assert.equal(step.kind, 'need', JSON.stringify(step))
    assert.ok(JSON.stringify(step.need).includes(expected.slice(1)), JSON.stringify(step.need))
    return
  }
  assert.equal(step.kind, 'value', JSON.stringify(step))
  const result = JSON.stringify(step.value)
  if (expected.startsWith('…')) assert.ok(result.includes(expected.slice(1)), result)
  else assert.equal(result, expected)
}

function exact(source: string): Json {
  return parseExact(source) as Json
}
