import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { until } from '../kit/until.ts'
import { datasetsOf, finishedReport, newGroup, v2, versions } from './support/datasets.ts'
import { publishPrompt } from './support/report-runs.ts'
import { type RunWorld, startRunWorld } from './support/running.ts'
import { untilQuiet } from './support/runs.ts'
import { emptySheet } from './support/tables.ts'
import { resultsOf, startRun } from './support/workflows.ts'

/**
 * Sheets, reports and workflows share one evaluator: the same columns over the same rows give the same values.
 */

const inputs = ['word', 'wanted', 'number', 'document', 'markup', 'change'] as const
type Input = (typeof inputs)[number]

const rows = Array.from({ length: 200 }, (_, at): Record<Input, string | null> => {
  const text = at % 3 === 0 ? `word ${at}` : `word ${at}. Another sentence, short`
  return {
    word: at % 17 === 0 ? null : `word ${at}. Another sentence, ${'very '.repeat(at % 4)}short`,
    wanted: text,
    number: at % 13 === 0 ? 'not a number' : String(at * 1.5 - 40),
    document: at % 11 === 0 ? '{"a": [' : JSON.stringify({ a: [at, { b: `b${at % 5}` }], ok: at % 2 === 0 }),
    markup: at % 19 === 0 ? '<r><a>' : `<r><a n="${at}">first ${at}</a><a>second</a></r>`,
    change: `@@ -1 +1 @@\n-${at % 7 === 0 ? 'another line' : text}\n+changed ${at}\n`,
  }
})

const columns: readonly (readonly [title: string, type: string, config: object])[] = [
  ['same', 'COMPARE', { sources: ['word', 'wanted'], comparison_type: { type: 'STRING' } }],
  ['contained', 'CONTAINS', { source: 'word', value_source: 'wanted' }],
  ['characters', 'COUNT', { source: 'word', type: 'chars' }],
  ['sentences', 'COUNT', { source: 'word', type: 'sentences' }],
  ['far', 'ABSOLUTE_NUMERIC_DISTANCE', { sources: ['number', 'characters'] }],
  ['large', 'MATH_OPERATOR', { sources: ['number'], operator: 'gt', value: 100 }],
  ['valid', 'ASSERT_VALID', { source: 'document', type: 'object' }],
  ['parsed', 'PARSE_VALUE', { source: 'document', type: 'object' }],
  ['inside', 'JSON_PATH', { source: 'document', json_path: '$.a[1].b', return_first_match: true }],
  ['most', 'MIN_MAX', { source: 'document', type: 'max', json_path: '$.a[0]' }],
  ['first', 'XML_PATH', { source: 'markup', xml_path: '//a', type: 'find' }],
  ['matching', 'REGEX', { source: 'word', regex_pattern: '^word \\d+\\b' }],
  ['digits', 'REGEX_EXTRACTION', { source: 'word', regex_pattern: 'word (\\d+)' }],
  ['either', 'COALESCE', { sources: ['word', 'wanted'] }],
  ['joined', 'COMBINE_COLUMNS', { sources: ['digits', 'inside'], separator: ' / ' }],
  ['constant', 'VARIABLE', { value: { type: 'json', value: { k: [1, null] } } }],
  [
    'settled',
    'CONDITION',
    {
      is_and: true,
      conditionals: [
        {
          position: 0,
          operator: '=',
          left_config: { source: 'inside' },
          right_config: { static_value: 'b3' },
        },
      ],
    },
  ],
  ['patched', 'APPLY_DIFF', { content_source: 'wanted', diff_source: 'change' }],
  [
    'coded',
    'CODE_EXECUTION',
    { language: 'JAVASCRIPT', code: 'return { length: (data.word ?? "").length, of: data.inside }' },
  ],
  [
    'answered',
    'PROMPT_TEMPLATE',
    { template: { name: 'say' }, prompt_template_variable_mappings: { word: 'either' } },
  ],
]

let world: RunWorld
let values: Record<'sheet' | 'report' | 'workflow', readonly Outcome[][]>

/**
 * The result of a cell. Downstream of a failure a sheet and a report say FAILED too, a workflow says SKIPPED.
 */
type Outcome = { readonly value: unknown } | 'failed'
const without = ['FAILED', 'SKIPPED']

before(async () => {
  world = await startRunWorld()
  await publishPrompt(world.api, 'say', 'Say {word}')
  values = { sheet: await asSheet(), report: await asReport(), workflow: await asWorkflow() }
})
after(() => world.close())

async function asSheet(): Promise<Outcome[][]> {
  const sheet = await emptySheet(world.api)
  const ids: Record<string, string> = {}
  for (const title of inputs) ids[title] = (await sheet.column(title)).id
  for (let from = 0; from < rows.length; from += 100)
    await sheet.add(
      rows
        .slice(from, from + 100)
        .map((row) => Object.fromEntries(inputs.map((title) => [ids[title]!, row[title]]))),
    )
  for (const [title, type, config] of columns) ids[title] = (await sheet.column(title, type, config)).id
  await untilQuiet(sheet)
  return (await sheet.rows()).map(({ cells }) =>
    columns.map(([title]) => {
      const { status, value } = cells[ids[title]!]
      return without.includes(status) ? 'failed' : { value: value.value }
    }),
  )
}

async function asReport(): Promise<Outcome[][]> {
  const dataset_group_id = await newGroup(world.api, 'rows')
  const file = {
    file_name: 'rows.json',
    file_content_base64: Buffer.from(JSON.stringify(rows)).toString('base64'),
  }
  bodyOf(await world.api.post(`${versions}/from-file`, { dataset_group_id, ...file }), 201)
  await until(
    () => datasetsOf(world.api, dataset_group_id),
    (all) => all.some(({ version_number }: { version_number: number }) => version_number === 1),
  )
  const pipeline = columns.map(([name, column_type, configuration]) => ({
    column_type,
    name,
    configuration,
  }))
  const body = { dataset_group_id, name: 'same', columns: pipeline }
  const { report_id } = bodyOf(await world.api.post('/reports', body), 201)
  const run = bodyOf(await world.api.post(`/reports/${report_id}/run`, { name: 'run' })).report_id
  await finishedReport(world.api, run)
  const found: Outcome[][] = []
  for (let page = 1; found.length < rows.length; page++) {
    const path = `${v2}/evaluations/${run}/rows?per_page=100&page=${page}`
    for (const row of bodyOf(await world.api.get(path)).rows)
      found.push(
        row
          .slice(-columns.length)
          .map(({ status, value }: { status: string; value: unknown }) =>
            without.includes(status) ? 'failed' : { value },
          ),
      )
  }
  return found
}

async function asWorkflow(): Promise<Outcome[][]> {
  const nodes = columns.map(([name, node_type, configuration]) => ({
    name,
    node_type,
    configuration,
    is_output_node: true,
  }))
  const required_input_variables = Object.fromEntries(inputs.map((name) => [name, 'string']))
  const workflow = { name: 'same', nodes, required_input_variables }
  bodyOf(await world.api.post('/rest/workflows', workflow), 201)
  const outcomes: Outcome[][] = []
  // Clients poll every 10 ms, so their number is limited.
  for (let from = 0; from < rows.length; from += 20)
    outcomes.push(...(await Promise.all(rows.slice(from, from + 20).map(runOnce))))
  return outcomes
}

async function runOnce(row: (typeof rows)[number]): Promise<Outcome[]> {
  const run = await startRun(world.api, 'same', { input_variables: row })
  const outputs = await resultsOf(world.api, run)
  return columns.map(([title]) =>
    without.includes(outputs[title].status) ? 'failed' : { value: outputs[title].value },
  )
}

for (const [index, [title, type]] of columns.entries())
  test(`${title} (${type}) is the same in a sheet, a report and a workflow`, () => {
    const valuesOf = (engine: keyof typeof values) => values[engine].map((row) => row[index])
    assert.equal(valuesOf('sheet').length, rows.length)
    assert.deepEqual(valuesOf('report'), valuesOf('sheet'))
    assert.deepEqual(valuesOf('workflow'), valuesOf('sheet'))
  })

test('the rows give both values and failures to compare', () => {
  const all = values.sheet.flat()
  assert.ok(all.filter((outcome) => outcome === 'failed').length > 100)
  assert.ok(all.filter((outcome) => outcome !== 'failed' && outcome.value !== null).length > 2_000)
})
