import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { answer, type FakeMcpServer, fakeMcpServer } from '../edge/fake-mcp-server.ts'
import { bodyOf } from '../kit/api.ts'
import { gpt, type RunWorld, startRunWorld } from './support/running.ts'
import { recalculate, untilQuiet } from './support/runs.ts'
import { ScorecardClient } from './support/scorecards.ts'
import { emptySheet, refused, SheetClient } from './support/tables.ts'
import { publish, userChat } from './support/templates.ts'

describe('sources of columns beyond their row', () => {
  let world: RunWorld
  let mcp: FakeMcpServer
  let sheet: SheetClient
  before(async () => {
    mcp = await fakeMcpServer(({ id, method }, response) => {
      if (method !== 'tools/list') return false
      const properties = { text: { type: 'string' }, n: { type: 'integer' }, l: { type: 'array' } }
      const inputSchema = { type: 'object', properties, required: ['text'] }
      const tools = ['echo', 'broken'].map((name) => ({ name, description: name, inputSchema }))
      answer(response, { id: id!, result: { tools } })
      return true
    })
    world = await startRunWorld({ allow: ['127.0.0.1'] })
  })
  after(async () => {
    await world.close()
    await mcp.stop()
  })

  const outcome = async (row: number, column: string) => {
    const {
      status,
      value,
      display_value: shown,
      error,
      error_message: message,
    } = await sheet.cell(row, column)
    return { status, value, shown, error, message }
  }
  const again = (column: string) => recalculate(sheet, { column_ids: [column], statuses: ['COMPLETED'] })

  it('a template: its newest version or the version of its label at the time of the run', async () => {
    const { api } = world
    const metadata = gpt()
    await publish(api, 'told', userChat('One {q}'), { metadata, labels: ['prod'] })
    sheet = await emptySheet(api)
    const text = await sheet.column('q')
    await sheet.add([{ [text.id]: 'x' }])
    const mapped = { prompt_template_variable_mappings: { q: 'q' } }
    const ask = (title: string, template: object) =>
      sheet.column(title, 'PROMPT_TEMPLATE', { template: { name: 'told', ...template }, ...mapped })
    const newest = await ask('newest', {})
    const labelled = await ask('labelled', { label: 'prod' })
    const fixed = await ask('fixed', { version_number: 1 })
    const shown = async () => {
      const [{ cells }] = await sheet.rows()
      return [newest, labelled, fixed].map(({ id }) => cells[id].display_value)
    }
    const stale = async () => (await sheet.counts()).status_counts.STALE
    await untilQuiet(sheet)
    assert.deepEqual(await shown(), ['You said: One x', 'You said: One x', 'You said: One x'])

    await publish(api, 'told', userChat('Two {q}'), { metadata })
    assert.equal(await stale(), 0)
    for (const { id } of [newest, labelled, fixed]) await again(id)
    assert.deepEqual(await shown(), ['You said: Two x', 'You said: One x', 'You said: One x'])

    const { body } = await api.get('/prompt-templates/told/labels')
    const [{ release_label_id: label }] = body.release_labels
    bodyOf(await api.patch(`/prompt-labels/${label}`, { prompt_version_number: 2 }))
    assert.equal(await stale(), 0)
    await again(labelled.id)
    assert.deepEqual(await shown(), ['You said: Two x', 'You said: Two x', 'You said: One x'])
    // An answer of version 1 is not reused after the label has moved to version 2.
    await sheet.write(0, text.id, { value: 'y' })
    await recalculate(sheet)
    await sheet.write(0, text.id, { value: 'x' })
    await recalculate(sheet)
    assert.deepEqual(await shown(), ['You said: Two x', 'You said: Two x', 'You said: One x'])

    const lost = await ask('lost', { label: 'nowhere' })
    const beyond = await ask('beyond', { version_number: 9 })
    await untilQuiet(sheet)
    const failures = [await outcome(0, lost.id), await outcome(0, beyond.id)]
    assert.deepEqual(
      failures.map(({ status, error }) => [status, error]),
      [
        ['FAILED', 'not_found'],
        ['FAILED', 'not_found'],
      ],
    )
  })

  it('a tool of an MCP server, with typed arguments', async () => {
    const { api } = world
    const created = bodyOf(
      await api.post('/api/public/v2/mcp-servers', { name: 'kitchen', url: mcp.url }),
      201,
    )
    sheet = await emptySheet(api)
    const [text, list] = [await sheet.column('t'), await sheet.column('l')]
    await sheet.add([{ [text.id]: '12', [list.id]: '["a"]' }, { [text.id]: '' }, {}])
    const server = { mcp_server_id: created.mcp_server.id }
    const input_mappings = { text: 't', n: 't', l: 'l', more: { static: [true] } }
    const echo = await sheet.column('told', 'MCP', { ...server, tool_name: 'echo', input_mappings })
    const broken = await sheet.column('broken', 'MCP', {
      ...server,
      function_name: 'broken',
      input_mappings: { text: 'l' },
    })
    const lost = await sheet.column('lost', 'MCP', {
      ...server,
      tool_name: 'none',
      input_mappings: { text: 't' },
    })
    await untilQuiet(sheet)
    assert.deepEqual((await outcome(0, echo.id)).value, {
      value: { echoed: { more: [true], text: '12', n: 12, l: ['a'] } },
    })
    assert.deepEqual((await outcome(1, echo.id)).value, {
      value: { echoed: { more: [true], text: '', n: '' } },
    })
    const calls = () => mcp.methods().filter((method) => method === 'tools/call').length
    const before = calls()
    assert.deepEqual(await outcome(2, echo.id), {
      status: 'FAILED',
      value: null,
      shown: null,
      error: 'missing_value',
      message: 'The tool echo needs a value for text.',
    })
    const failure = await outcome(0, broken.id)
    assert.deepEqual([failure.error, failure.message], ['tool_failed', 'out of salt'])
    assert.equal((await outcome(0, lost.id)).error, 'not_found')
    await recalculate(sheet, { column_ids: [echo.id], statuses: ['FAILED'] })
    assert.equal(calls(), before)
  })

  it('costs and latencies of runs and traces, as the system columns show them', async () => {
    const { api } = world
    await publish(api, 'measured', userChat('Measure {q}'), { metadata: gpt() })
    sheet = await emptySheet(api)
    const [text, trace] = [await sheet.column('q'), await sheet.column('T', 'TRACE')]
    const traceValue = { trace_id: 'a'.repeat(32), request_ids: [], latency_ms: 120, price: 0.25, spans: [] }
    await sheet.add([{ [text.id]: 'x', [trace.id]: traceValue }])
    const promptColumn = await sheet.column('P', 'PROMPT_TEMPLATE', {
      template: { name: 'measured' },
      prompt_template_variable_mappings: { q: 'q' },
    })
    const sources = ['T.price', 'T.cost', 'T.latency', 'T.latency_ms', 'q.price', 'P', 'P.latency', 'P.price']
    const all = await sheet.column('all', 'COMBINE_COLUMNS', { sources })
    await untilQuiet(sheet)
    const { latency_ms: latency, price } = (await sheet.cell(0, promptColumn.id)).request_metrics
    assert.ok(latency > 0 && price > 0)
    const traced = { 'T.price': 0.25, 'T.cost': 0.25, 'T.latency': 120, 'T.latency_ms': 120, 'q.price': null }
    const value = { ...traced, P: 'You said: Measure x', 'P.latency': latency, 'P.price': price }
    assert.deepEqual((await outcome(0, all.id)).value, { value })

    const columns = await sheet.columns('?include_system_columns=true')
    const { id: shown } = columns.find(({ title }: { title: string }) => title === 'T.latency')
    const meta = { config_key: 'sources', config_meta: { position: 0 } }
    const dependencies = [{ column_id: shown, ...meta }]
    const far = { sources: ['T.latency'], operator: 'lt', value: 100 }
    const slow = await sheet.column('slow', 'MATH_OPERATOR', { ...far, sources: [shown] })
    const pinned = await sheet.column('pinned', 'MATH_OPERATOR', far, { dependencies })
    const copy = bodyOf(await api.post(`${sheet.path}/duplicate`, {}), 201).sheet
    await untilQuiet(sheet)
    for (const { id } of [slow, pinned]) assert.deepEqual((await outcome(0, id)).value, { value: false })
    const copied = new SheetClient(api, sheet.table, copy.id)
    await recalculate(copied, { statuses: [] })
    assert.equal((await copied.counts()).status_counts.FAILED, 0)

    const average = (source: string) => ({
      title: source,
      primitive_type: 'COLUMN_AGGREGATE',
      primitive_config: { source, aggregation_type: 'average_value' },
      source_column_ids: [shown],
    })
    const scorecard = new ScorecardClient(sheet)
    await scorecard.configured([average('T.price'), average(shown)])
    const { criterion_summaries: criteria } = await scorecard.calculated()
    assert.deepEqual(
      Object.values(criteria as Record<string, { value: number }>).map(({ value }) => value),
      [0.25, 120],
    )

    const other = await emptySheet(api)
    const own = await other.column('own')
    await other.add([{ [own.id]: 'y' }])
    const mirror = await other.column('M', 'COMPOSITION', { column_id: trace.id })
    const mirrored = await other.column('both', 'COALESCE', { sources: ['M.price', 'own'] })
    await untilQuiet(other)
    assert.deepEqual((await other.cell(0, mirror.id)).value, { value: traceValue })
    assert.deepEqual((await other.cell(0, mirrored.id)).value, { value: 0.25 })

    // The second answer is the same, but has another latency.
    await again(promptColumn.id)
    await recalculate(sheet)
    const now = (await sheet.cell(0, promptColumn.id)).request_metrics.latency_ms
    assert.notEqual(now, latency)
    assert.deepEqual((await outcome(0, all.id)).value, { value: { ...value, 'P.latency': now } })
  })

  it('renamed columns', async () => {
    sheet = await emptySheet(world.api)
    const [first, second] = [await sheet.column('A'), await sheet.column('B')]
    await sheet.add([{ [first.id]: 'x', [second.id]: 'y' }])
    const sources = ['A', 'B']
    const joined = await sheet.column('joined', 'COMBINE_COLUMNS', { sources, format: '{A}-{B}' })
    const byId = { sources: [first.id, second.id] }
    const keyed = await sheet.column('keyed', 'COMBINE_COLUMNS', byId)
    await untilQuiet(sheet)
    const rename = (title: string) => world.api.patch(`${sheet.path}/columns/${first.id}`, { title })
    bodyOf(await rename('New'))
    await recalculate(sheet)
    assert.equal((await outcome(0, joined.id)).shown, 'x-y')
    assert.deepEqual((await outcome(0, keyed.id)).value, { value: { New: 'x', B: 'y' } })

    const third = await sheet.column('C')
    bodyOf(await world.api.patch(`${sheet.path}/columns/${third.id}`, { title: 'B' }))
    const twice = { title: 'twice', type: 'COMBINE_COLUMNS', config: { sources: [second.id, third.id] } }
    assert.match(
      refused(await world.api.post(`${sheet.path}/columns`, twice), 400, 'bad_request'),
      /"B" twice/,
    )
  })

  it('code that names a column before and after its creation', async () => {
    sheet = await emptySheet(world.api)
    const text = await sheet.column('A')
    await sheet.add([{ [text.id]: 'x' }])
    const code = 'return [data["A"], data.get("later", "none")]'
    const { id } = await sheet.column('code', 'CODE_EXECUTION', { code, language: 'PYTHON' })
    await untilQuiet(sheet)
    assert.deepEqual((await outcome(0, id)).value, { value: ['x', 'none'] })
    const later = await sheet.column('later')
    assert.equal((await outcome(0, id)).status, 'STALE')
    await recalculate(sheet)
    assert.deepEqual((await outcome(0, id)).value, { value: ['x', null] })
    bodyOf(await world.api.delete(`${sheet.path}/columns/${later.id}`))
    await recalculate(sheet)
    assert.deepEqual((await outcome(0, id)).value, { value: ['x', 'none'] })
  })

  it('a body without a value empties no cell', async () => {
    sheet = await emptySheet(world.api)
    const text = await sheet.column('t')
    const rated = await sheet.column('rated', 'HUMAN', {
      data_type: 'number',
      ui_element: { type: 'number' },
    })
    await sheet.add([{ [text.id]: 'kept' }])
    bodyOf(await sheet.write(0, rated.id, { value: 4 }))
    for (const column of [text, rated])
      for (const body of [{}, { vlaue: 'x' }])
        assert.equal(
          refused(await sheet.write(0, column.id, body), 400, 'bad_request'),
          'value: is required unless display_value is given.',
        )
    const { id } = await sheet.cell(0, text.id)
    assert.equal(
      refused(
        await world.api.patch(`${sheet.path}/cells`, {
          cells: [{ cell_id: id, value: 'a' }, { cell_id: id }],
        }),
        400,
        'bad_request',
      ),
      'cells.1.value: is required unless display_value is given.',
    )
    assert.deepEqual(
      [(await outcome(0, text.id)).value, (await outcome(0, rated.id)).value],
      [{ value: 'kept' }, { value: 4 }],
    )
    bodyOf(await sheet.write(0, text.id, { value: null }))
    assert.equal((await outcome(0, text.id)).value, null)
  })
})
