import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { endpoints } from '../../src/contract/index.ts'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { contents, download } from './support/imports.ts'
import { logCall } from './support/requests.ts'
import { recalculate, untilQuiet } from './support/runs.ts'
import { emptySheet, refused } from './support/tables.ts'

const path = '/api/public/v2/dataset-versions/add-trace'

interface Node {
  readonly name: string
  readonly children: readonly Node[]
}
type Names = (string | Names)[]
const namesOf = ({ name, children }: Node): Names => [name, ...children.map(namesOf)]

describe('traces in sheets', () => {
  const app = appOfSuite()

  /** A run with a tool and a logged model call below it. */
  const trace = async () => {
    const trace_id = randomBytes(16).toString('hex')
    const [span] = endpoints.createSpans.example.body!.spans
    const [root, tool, call] = ['a1', 'b2', 'c3'].map((end) => end.padStart(16, '0'))
    const spanOf = (name: string, span_id: string, parent_id: string | null, from: number, to: number) => ({
      ...span!,
      name,
      context: { ...span!.context, trace_id, span_id },
      parent_id,
      start_time: `1763640000${from}0000000`,
      end_time: `1763640000${to}0000000`,
      attributes: { at: name },
    })
    const spans = [
      spanOf('Eval: cases', root!, null, 10, 50),
      spanOf('Tool: search', tool!, root!, 20, 30),
      spanOf('answer', call!, tool!, 22, 28),
    ]
    bodyOf(await app.api.post('/spans-bulk', { spans }), 201)
    return { trace_id, root, tool, call }
  }

  it('make a row with the trace, its metrics, and the given metadata', async () => {
    const sheet = await emptySheet(app.api)
    const input = await sheet.column('input')
    const { trace_id, tool } = await trace()
    const body = { smart_table_id: sheet.table, sheet_id: sheet.id, trace_id }
    const first = bodyOf(
      await app.api.post(path, { ...body, metadata: { input: 'question', other: 1 } }),
      201,
    )
    assert.deepEqual([first.row_index, first.mode], [0, 'trace'])
    const columns = await sheet.columns('?include_system_columns=true')
    assert.deepEqual(
      columns.map(({ title, type }: { title: string; type: string }) => [title, type]),
      [
        ['input', 'TEXT'],
        ['Trace', 'TRACE'],
        ['Trace.price', 'TEXT'],
        ['Trace.latency', 'TEXT'],
      ],
    )
    const [, column, , latency] = columns
    const cell = first.row.cells[column.id]
    assert.deepEqual(namesOf(cell.value.value), ['Eval: cases', ['Tool: search', ['answer']]])
    assert.deepEqual([cell.value.value.trace_id, cell.value.value.latency_ms], [trace_id, 400])
    assert.deepEqual(cell.request_metrics.trace_ids, [trace_id])
    assert.deepEqual(first.row.cells[latency.id].value, { value: 400 })
    assert.equal(first.row.cells[input.id].display_value, 'question')

    const second = bodyOf(await app.api.post(path, { ...body, span_id: tool }), 201)
    assert.deepEqual([second.row_index, second.mode], [1, 'span'])
    const part = second.row.cells[column.id].value.value
    assert.deepEqual([namesOf(part), part.span_id], [['Tool: search', ['answer']], tool])
    assert.deepEqual(part.attributes, { at: 'Tool: search' })
    const text = await (await download(sheet, app.baseUrl, app.key, '?include_system_columns=true')).text()
    assert.match(text, /^input,Trace,Trace\.price,Trace\.latency\r\nquestion,"\{""trace_id""/)
    assert.match(text, /,400\r\n/)
    assert.equal((await contents(sheet)).length, 3)
  })

  it('go into the text column that an SDK made for them, which becomes a trace column', async () => {
    const sheet = await emptySheet(app.api)
    const column = await sheet.column('Trace')
    const tools = await sheet.column('tools', 'TRAJECTORY', {
      trace_source: 'Trace',
      accepted_scenarios: [['search']],
    })
    const { trace_id } = await trace()
    const body = { smart_table_id: sheet.table, sheet_id: sheet.id, trace_id }
    const { row } = bodyOf(await app.api.post(path, body), 201)
    assert.equal(row.cells[column.id].value.value.trace_id, trace_id)
    const columns = await sheet.columns()
    assert.deepEqual(
      columns.map(({ id, type }: { id: string; type: string }) => [id, type]),
      [
        [column.id, 'TRACE'],
        [tools.id, 'TRAJECTORY'],
      ],
    )
    await recalculate(sheet)
    assert.deepEqual(await sheet.shown(tools.id), ['true'])
  })

  it('are read with their metrics', async () => {
    const sheet = await emptySheet(app.api)
    const { trace_id } = await trace()
    const body = { smart_table_id: sheet.table, sheet_id: sheet.id, trace_id }
    bodyOf(await app.api.post(path, body), 201)
    const config = { sources: ['Trace.latency'], operator: 'lt', value: 401 }
    const quick = await sheet.column('quick', 'MATH_OPERATOR', config)
    await untilQuiet(sheet)
    assert.deepEqual(await sheet.shown(quick.id), ['true'])
  })

  it("hold a model's answer, for columns that extract the output", async () => {
    const sheet = await emptySheet(app.api)
    const trace_id = randomBytes(16).toString('hex')
    const [span] = endpoints.createSpans.example.body!.spans
    const { log_request } = span as { log_request?: object }
    const one = {
      ...span!,
      context: { ...span!.context, trace_id, span_id: 'd'.repeat(16) },
      parent_id: null,
    }
    bodyOf(
      await app.api.post('/spans-bulk', { spans: [{ ...one, log_request: log_request ?? logCall() }] }),
      201,
    )
    const body = { smart_table_id: sheet.table, sheet_id: sheet.id, trace_id }
    const { row } = bodyOf(await app.api.post(path, body), 201)
    const [column] = await sheet.columns()
    const { request_log } = row.cells[column.id].value.value
    assert.equal(request_log.request_response.choices[0].message.role, 'assistant')
  })

  it('are refused when the trace, the span or the sheet is not there', async () => {
    const sheet = await emptySheet(app.api)
    const { trace_id } = await trace()
    const body = { smart_table_id: sheet.table, sheet_id: sheet.id, trace_id }
    refused(await app.api.post(path, { ...body, trace_id: 'f'.repeat(32) }), 404, 'not_found')
    refused(await app.api.post(path, { ...body, span_id: 'none' }), 404, 'not_found')
    refused(await app.api.post(path, { ...body, sheet_id: sheet.table }), 404, 'not_found')
    const stranger = await app.newWorkspace()
    refused(await stranger.api.post(path, body), 404, 'not_found')
    assert.equal((await sheet.read()).row_count, 0)
  })
})
