import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { columnTypes, plain } from '../../src/engine/columns/index.ts'
import { fakeMcpServer } from '../edge/fake-mcp-server.ts'
import { loopback } from '../edge/loopback.ts'
import { bodyOf } from '../kit/api.ts'
import { everyColumn, fullRow } from './support/every-column.ts'
import { type RunWorld, startRunWorld } from './support/running.ts'
import { recalculate } from './support/runs.ts'
import { ScorecardClient } from './support/scorecards.ts'
import { emptySheet, type SheetClient } from './support/tables.ts'

/** Every type in every published spelling: its value in a filled row and in an empty one, and its score. */

let world: RunWorld
let mcp: Awaited<ReturnType<typeof fakeMcpServer>>
let posted: Awaited<ReturnType<typeof loopback>>
let sheet: SheetClient

before(async () => {
  world = await startRunWorld({ allow: ['127.0.0.1'] })
  const echo = { name: 'echo', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } }
  mcp = await fakeMcpServer((message, response) => {
    if (message.method !== 'tools/list') return false
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { tools: [echo] } }))
    return true
  })
  posted = await loopback(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.end(JSON.stringify({ a: JSON.parse(body).a }))
  })
})
after(async () => {
  await world.close()
  await mcp.stop()
  await posted.stop()
})

async function filledSheet() {
  sheet = await emptySheet(world.api)
  const ids: Record<string, string> = {}
  for (const title of Object.keys(fullRow))
    ids[title] = (await sheet.column(title, title === 't' ? 'TRACE' : 'TEXT')).id
  await sheet.add([
    Object.fromEntries(Object.entries(fullRow).map(([title, value]) => [ids[title]!, value])),
    {},
  ])
  return sheet
}

/** This test must be the first in its process, because the XML library must not be loaded yet. */
test('a few cells that turn out to need an external call are queued', async () => {
  await filledSheet()
  const later = { queue_cells: false }
  const found = await sheet.column('found', 'XML_PATH', { source: 'x', xml_path: 'b' }, later)
  const valid = await sheet.column('valid', 'ASSERT_VALID', { source: 'x', type: 'xml' }, later)
  const regex = await sheet.column('twice', 'REGEX', { source: 'a', regex_pattern: '(l)\\1' }, later)
  const shown = async ({ id }: { id: string }) => (await sheet.shown(id))[0]
  for (const column of [regex, found, valid]) await recalculate(sheet, { column_ids: [column.id] })
  assert.deepEqual([await shown(found), await shown(valid), await shown(regex)], ['1', 'true', 'true'])
})

const asTyped = [
  'CONTAINS',
  'REGEX',
  'ASSERT_VALID',
  'COMPARE',
  'LLM_ASSERTION',
  'CODE_EXECUTION',
  'COUNT',
  'TRAJECTORY',
]

test('every type, as it computes and as it scores', async (t) => {
  await filledSheet()
  const columns = await everyColumn(world.api, mcp.url, `http://127.0.0.1:${posted.port}/`)
  const created: { id: string; type: string; config: Record<string, unknown> }[] = []
  for (const [index, { type, config }] of columns.entries())
    created.push(await sheet.column(`${index} ${type}`, type, config, { queue_cells: false }))
  for (const [data_type, ui_element] of [
    ['number', { type: 'slider', min: 0, max: 5 }],
    ['string', { type: 'text' }],
  ] as const) {
    const { id } = await sheet.column(`human ${data_type}`, 'HUMAN', { data_type, ui_element })
    bodyOf(await sheet.write(0, id, { value: data_type === 'number' ? 3 : 'well' }))
    created.push({ id, type: 'HUMAN', config: {} })
  }
  const types = new Set((await sheet.columns()).map(({ type }: { type: string }) => type))
  assert.deepEqual(
    Object.keys(columnTypes).filter((name) => !types.has(name)),
    [],
    'types without a column in test/journeys/support/every-column.ts',
  )
  await recalculate(sheet)
  const rows = await sheet.rows()

  const config = { score_type: 'auto', column_ids: created.map(({ id }) => id) }
  bodyOf(await sheet.api.patch(`${sheet.path}/score`, config))
  bodyOf(await sheet.api.post(`${sheet.path}/score`), 202)
  let score = bodyOf(await sheet.api.get(`${sheet.path}/score`))
  for (; score.status !== 'completed'; score = bodyOf(await sheet.api.get(`${sheet.path}/score`)))
    await sleep(20)
  const scores = new Map<string, { resolved_scoring_type: unknown; score: unknown; included_count: number }>(
    score.columns.map((column: { column_id: string }) => [column.column_id, column]),
  )

  const scorecard = new ScorecardClient(sheet)
  const average = (source: string) => ({
    title: `average ${source}`,
    primitive_type: 'COLUMN_AGGREGATE',
    primitive_config: { source, aggregation_type: 'average_value' },
  })
  const own = created.flatMap(({ type, config }, at) =>
    asTyped.includes(type) ? [{ title: `own ${at}`, primitive_type: type, primitive_config: config }] : [],
  )
  const whole = created.filter(({ type }) => !asTyped.includes(type))
  const { steps } = await scorecard.configured([...whole.map(({ id }) => average(id)), ...own])
  const { criterion_summaries } = await scorecard.calculated()
  const [first, second] = [await scorecard.row(0), await scorecard.row(1)]
  const stepIds = new Map<string, string>(
    steps.map(({ title, id }: Record<'title' | 'id', string>) => [title, id]),
  )

  for (const [at, { type, config, cells, score: expectedScore }] of columns.entries())
    await t.test(`${type} ${JSON.stringify(config)}`, () => {
      const { id } = created[at]!
      const results = rows.map(({ cells }) => {
        const { status, value, error } = cells[id]
        return status === 'FAILED' ? { fails: error } : (value?.value ?? null)
      })
      assert.deepEqual(results, cells)
      const { resolved_scoring_type, score, included_count } = scores.get(id)!
      assert.deepEqual(expectedScore && [resolved_scoring_type, score, included_count], expectedScore)
      if (!expectedScore) assert.deepEqual([score, included_count], [null, 0])
      const step = stepIds.get(`own ${at}`)
      if (step === undefined) {
        const summary = criterion_summaries[stepIds.get(`average ${id}`)!]
        assert.equal(summary.score, expectedScore && Math.min(1, expectedScore[1]))
        assert.equal(summary.verdict === 'skipped', expectedScore === null)
      }
      if (step === undefined || expectedScore?.[0] !== 'boolean') return
      const value = plain(cells[0] as never)
      if (typeof value === 'boolean') assert.equal(first.step_results[step].score, Number(value))
      // A missing value passes no step; only a judge accepts one.
      const { verdict } = second.step_results[step]
      assert.ok(['skipped', 'fail', 'error'].includes(verdict), verdict)
    })
  const [number, text] = created.slice(-2).map(({ id }) => scores.get(id)!)
  assert.deepEqual([number!.score, number!.included_count, text!.score], [3, 1, null])
})
